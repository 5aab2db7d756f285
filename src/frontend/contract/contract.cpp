// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/contract.h"

#include <filesystem>
#include <fstream>

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/lexer.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

bool is_json(const std::string& path) {
  return path.ends_with(".json");
}

/// Syntax, and whether its names can be made sense of.
FileSyntax syntax_of(std::string_view text,
                     const std::string& path,
                     Problems& problems) {
  base::require_text(text, path);
  if (is_json(path)) {
    FileSyntax file = read_fret(text, path, problems);
    // Of what could not be read nothing more can be said.
    problems.throw_errors();
    return file;
  }
  const Tokens tokens = tokens_of(text, problems);
  Parser parser(tokens, problems);
  FileSyntax file = parser.parse();
  // Names of what could not be read would be unknown for no fault of theirs.
  if (parser.lost_names()) problems.throw_errors();
  return file;
}

}  // namespace

bool handles(const std::string& path) {
  if (path.ends_with(".req") || path.ends_with(".fret.json")) return true;
  // To look into a pipe would take from it what is read later.
  std::error_code failed;
  if (!is_json(path) || !std::filesystem::is_regular_file(path, failed)) {
    return false;
  }
  std::ifstream in(path, std::ios::binary);
  std::string beginning(4096, '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  return looks_like_fret(beginning);
}

model::Interface load(const std::string& path) {
  return parse(base::read_file(path), path);
}

model::Interface parse(std::string_view text, const std::string& path) {
  Problems problems(path, "req");
  const FileSyntax file = syntax_of(text, path, problems);
  model::Interface out = lower(file, path, problems);
  out.sha256 = base::sha256(text);
  return out;
}

model::Interface understand(const FileSyntax& file, const std::string& path) {
  Problems problems(path, "req");
  model::Interface out = lower(file, path, problems);
  out.sha256 = base::sha256(write(file));
  return out;
}

FileSyntax read(std::string_view text, const std::string& path) {
  Problems problems(path, "req");
  FileSyntax file = syntax_of(text, path, problems);
  problems.throw_errors();
  return file;
}

}  // namespace catenary::frontend::contract
