// SPDX-License-Identifier: Apache-2.0
#include "program/instrument/signature.h"

#include <llvm/Demangle/Demangle.h>

namespace catenary::program {

namespace {

/// Splits "std::string&, int" into its parts, not within brackets.
std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> out;
  int depth = 0;
  std::string part;
  for (const char c : list) {
    if (c == '<' || c == '(' || c == '[') ++depth;
    if (c == '>' || c == ')' || c == ']') --depth;
    if (c == ',' && depth == 0) {
      out.push_back(part);
      part.clear();
    } else if (c != ' ' || !part.empty()) {
      part += c;
    }
  }
  if (!part.empty()) out.push_back(part);
  return out;
}

}  // namespace

Signature signature_of(const std::string& symbol) {
  Signature out;
  const std::string text = llvm::demangle(symbol);
  out.name = text;
  const std::size_t open = text.find('(');
  if (text == symbol || open == std::string::npos) return out;
  out.cpp = true;
  out.name = text.substr(0, open);
  const std::size_t close = text.rfind(')');
  out.parameters = split(text.substr(open + 1, close - open - 1));
  return out;
}

}  // namespace catenary::program
