// SPDX-License-Identifier: Apache-2.0
/// \file
/// Identifiers that every format allows.
#include "report/export/tree_names.h"

namespace catenary::report {

namespace {

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

/// "Button(x, y)", or "silence".
std::string message_text(const suite::TreeTransition& transition,
                         const suite::Signature& signature) {
  if (transition.action == suite::Action::quiescence) return "silence";
  std::string values;
  for (const std::string& v : transition.variables) {
    values += (values.empty() ? "" : ", ") + v;
  }
  const std::string& name = signature.channels[transition.channel].name;
  return values.empty() ? name : name + "(" + values + ")";
}

/// Letters, digits and "_", beginning with a letter, as all the formats allow.
std::string as_identifier(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const bool fine = is_letter(c) || (c >= '0' && c <= '9') || c == '_';
    out += fine ? c : '_';
  }
  return out.empty() || !is_letter(out[0]) ? "x" + out : out;
}

/// Different texts may become the same identifier, so numbers are appended.
std::string Identifiers::unique(const std::string& wanted) {
  const std::string base = as_identifier(wanted);
  std::string name = base;
  for (std::size_t n = 2; !used_.insert(name).second; ++n) {
    name = base + "_" + std::to_string(n);
  }
  return name;
}

}  // namespace catenary::report
