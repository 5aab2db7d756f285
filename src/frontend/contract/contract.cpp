// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way of a .req file: tokens, syntax, meaning. Errors of all stages are
/// collected, as long as later ones do not follow from earlier ones.
#include "frontend/contract/contract.h"

#include <filesystem>
#include <fstream>

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

bool is_json(const std::string& path) {
  return path.ends_with(".json");
}

/// Reads the syntax of a file. Throws where so much is missing that names would
/// be unknown for no fault of theirs.
FileSyntax syntax_of(std::string_view text,
                     const std::string& path,
                     Problems& problems) {
  base::require_text(text, path);
  if (is_json(path)) {
    FileSyntax file = read_fret(text, path, problems);
    // Nothing more can be said about parts that could not be read.
    problems.throw_errors();
    return file;
  }
  const base::Tokens tokens = tokens_of(text, problems);
  Parser parser(tokens, problems);
  FileSyntax file = parser.parse();
  // Names that are declared in unreadable parts would be unknown below.
  if (parser.lost_names()) problems.throw_errors();
  return file;
}

}  // namespace

bool handles(const std::string& path) {
  if (path.ends_with(".req") || path.ends_with(".fret.json")) return true;
  // Reading from a pipe would consume the text that is read later.
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
  // Imports have no text: that of our layout identifies them.
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
