// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pipeline of the reader: lexer, parser, lowering.
#include "frontend/xlia/xlia.h"

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/xlia/lower.h"
#include "frontend/xlia/parser.h"

namespace catenary::frontend::xlia {

bool handles(const std::string& path) {
  return path.ends_with(".xlia");
}

model::TimedAutomaton load(const std::string& path) {
  return parse(base::read_file(path), path);
}

model::TimedAutomaton parse(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  Problems problems(path, "xlia");
  const base::Tokens tokens = tokens_of(text, problems);
  const ModelSyntax syntax = Parser(tokens, problems).parse();
  // After syntax errors lowering would report names as unknown whose
  // declarations could not be read.
  problems.throw_errors();
  model::TimedAutomaton out = lower(syntax, path, problems);
  out.sha256 = base::sha256(text);
  return out;
}

}  // namespace catenary::frontend::xlia
