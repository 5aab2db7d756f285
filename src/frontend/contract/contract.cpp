// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/contract.h"

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/contract/lexer.h"
#include "frontend/contract/lower.h"
#include "frontend/contract/parser.h"

namespace catenary::frontend::contract {

bool handles(const std::string& path) {
  return path.ends_with(".req");
}

model::Interface load(const std::string& path) {
  return parse(base::read_file(path), path);
}

model::Interface parse(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  Problems problems(path, "req");
  const Tokens tokens = tokens_of(text, problems);
  Parser parser(tokens, problems);
  const FileSyntax file = parser.parse();
  // Names of what could not be read would be unknown for no fault of theirs.
  if (parser.lost_names()) problems.throw_errors();
  model::Interface out = lower(file, path, problems);
  out.sha256 = base::sha256(text);
  return out;
}

FileSyntax read(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  Problems problems(path, "req");
  const Tokens tokens = tokens_of(text, problems);
  FileSyntax file = Parser(tokens, problems).parse();
  problems.throw_errors();
  return file;
}

}  // namespace catenary::frontend::contract
