// SPDX-License-Identifier: Apache-2.0
/// \file
/// The way of a .req file: tokens, syntax, meaning. Errors of all stages are
/// collected, as long as later ones do not follow from earlier ones.
#include "frontend/contract/contract.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/inputs/input_log.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/contract/fret/fret.h"
#include "frontend/contract/lower/lower.h"
#include "frontend/contract/parse/parser.h"

namespace catenary::frontend::contract {

namespace {

constexpr std::string_view kJson = ".json";

bool is_json(const std::string& path) {
  return path.ends_with(kJson);
}

/// A path as users write it: the file, and the component behind "#".
struct Named {
  std::string file;
  std::string component;
};

/// Splits at the first "#" behind ".json", so that a directory may have one.
Named named(const std::string& path) {
  const std::string mark = std::string(kJson) + "#";
  const std::size_t at = path.find(mark);
  if (at == std::string::npos) return {path, ""};
  return {path.substr(0, at + kJson.size()), path.substr(at + mark.size())};
}

/// A file with what belongs to it.
struct Source {
  std::string text;
  Named name;
  FretChoice choice;

  /// Identifies what is read of it.
  [[nodiscard]] std::string digest() const {
    if (choice.component.empty() && choice.variables.empty() &&
        choice.functions.empty()) {
      return base::sha256(text);
    }
    const std::string functions =
        choice.functions.empty() ? "" : "\n" + choice.functions;
    return base::sha256(text + "\n#" + choice.component + "\n" +
                        choice.variables + functions);
  }
};

Source source_of(std::string_view text, const std::string& path) {
  Source out{std::string(text), named(path), {}};
  out.choice.component = out.name.component;
  return out;
}

Source load_source(const std::string& path) {
  Source out = source_of(base::read_file(named(path).file), path);
  std::error_code failed;
  if (!is_json(out.name.file)) return out;
  const auto read =
      [&](const std::string& path, std::string& text, std::string& name) {
        base::note_input_file(path);  // also where it is not there
        if (!std::filesystem::is_regular_file(path, failed)) return;
        text = base::read_file(path);
        base::require_text(text, path);
        name = path;
      };
  read(fret_list_beside(out.name.file),
       out.choice.variables,
       out.choice.variables_path);
  read(fret_functions_beside(out.name.file),
       out.choice.functions,
       out.choice.functions_path);
  return out;
}

/// Reads the syntax of a file. Throws where so much is missing that names would
/// be unknown for no fault of theirs.
FileSyntax syntax_of(const Source& source, Problems& problems) {
  base::require_text(source.text, source.name.file);
  if (is_json(source.name.file)) {
    FileSyntax file =
        read_fret(source.text, source.name.file, source.choice, problems);
    // Nothing more can be said about parts that could not be read.
    problems.throw_errors();
    return file;
  }
  const base::Tokens tokens = tokens_of(source.text, problems);
  Parser parser(tokens, problems);
  FileSyntax file = parser.parse();
  // Names that are declared in unreadable parts would be unknown below.
  if (parser.lost_names()) problems.throw_errors();
  return file;
}

model::Interface parse_source(const Source& source, const std::string& path) {
  Problems problems(source.name.file, "req");
  const FileSyntax file = syntax_of(source, problems);
  model::Interface out = lower(file, path, problems);
  out.sha256 = source.digest();
  return out;
}

FileSyntax read_source(const Source& source) {
  Problems problems(source.name.file, "req");
  FileSyntax file = syntax_of(source, problems);
  problems.throw_errors();
  return file;
}

}  // namespace

bool handles(const std::string& path) {
  const std::string file = named(path).file;
  if (file.ends_with(".req") || file.ends_with(".fret.json")) return true;
  // Reading from a pipe would consume the text that is read later.
  std::error_code failed;
  if (!is_json(file) || !std::filesystem::is_regular_file(file, failed)) {
    return false;
  }
  std::ifstream in(file, std::ios::binary);
  std::string beginning(4096, '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  return looks_like_fret(beginning);
}

model::Interface load(const std::string& path) {
  return parse_source(load_source(path), path);
}

model::Interface parse(std::string_view text, const std::string& path) {
  return parse_source(source_of(text, path), path);
}

Loaded load_all(const std::string& path) {
  const Source source = load_source(path);
  model::Interface interface = parse_source(source, path);
  return {read_source(source), std::move(interface)};
}

std::vector<std::string> components_of(const std::string& path) {
  const Named name = named(path);
  if (!is_json(name.file) || !name.component.empty()) return {""};
  const Source source = load_source(path);
  base::require_text(source.text, source.name.file);
  return fret_components(source.text, source.name.file);
}

std::string write_fret_variables(const std::string& path) {
  const Source source = load_source(path);
  if (!is_json(source.name.file)) {
    throw base::InputError({path, 0, 0},
                           "only files of FRET (.json) have a list of "
                           "variables",
                           "wrong-input");
  }
  base::require_text(source.text, source.name.file);
  return fret_variables(source.text, source.name.file, source.choice);
}

model::Interface understand(const FileSyntax& file, const std::string& path) {
  Problems problems(path, "req");
  model::Interface out = lower(file, path, problems);
  // Imports have no text: that of our layout identifies them.
  out.sha256 = base::sha256(write(file));
  return out;
}

FileSyntax read(std::string_view text, const std::string& path) {
  return read_source(source_of(text, path));
}

}  // namespace catenary::frontend::contract
