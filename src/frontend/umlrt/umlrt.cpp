// SPDX-License-Identifier: Apache-2.0
/// \file
/// Dispatches to the readers by the ending of the file, and completes their
/// models with what they have in common.
#include "frontend/umlrt/umlrt.h"

#include <array>
#include <filesystem>

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/umlrt/art/art_reader.h"
#include "frontend/umlrt/text/sm_parser.h"
#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

namespace {

/// A format of files.
struct Format {
  /// Of the file's name.
  std::string_view ending;
  model::MachineModel (*parse)(std::string_view text, const std::string& path);
};

constexpr std::array kFormats = {Format{".uml", parse_xmi},
                                 Format{".sm", parse_sm},
                                 Format{".art", parse_art}};

/// The format of the file; null where none has that ending.
const Format* format_of(const std::string& file) {
  for (const Format& f : kFormats) {
    if (file.ends_with(f.ending)) return &f;
  }
  return nullptr;
}

}  // namespace

// The last ".uml#" counts: the name of a capsule is a C++ identifier, so that a
// later one cannot be part of it.
MachineName machine_name(const std::string& path) {
  for (const Format& f : kFormats) {
    const std::size_t at = path.rfind(std::string(f.ending) + "#");
    if (at == std::string::npos) continue;
    const std::size_t sharp = path.find('#', at);
    MachineName out{path.substr(0, sharp), path.substr(sharp + 1), {}};
    const std::size_t bracket = out.capsule.rfind('[');
    if (bracket != std::string::npos && out.capsule.ends_with(']')) {
      out.parts = out.capsule.substr(bracket + 1);
      out.parts->pop_back();
      out.capsule.resize(bracket);
    }
    return out;
  }
  return {path, "", {}};
}

std::string to_path(const MachineName& name) {
  if (name.capsule.empty() && !name.parts) return name.file;
  return name.file + "#" + name.capsule +
         (name.parts ? "[" + *name.parts + "]" : "");
}

bool handles(const std::string& path) {
  return format_of(machine_name(path).file) != nullptr;
}

model::MachineModel load(const std::string& path) {
  const std::string text = base::read_file(path);
  const Format* format = format_of(path);
  return (format == nullptr ? parse_xmi : format->parse)(text, path);
}

model::MachineModel parse_xmi(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  const base::XmlElement root = base::parse_xml(text, path);
  model::MachineModel out = XmiReader(root, text, path).read();
  out.path = path;
  out.kind = "uml";
  out.sha256 = base::sha256(text);
  return out;
}

model::MachineModel parse_sm(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  base::Problems problems(path, "sm");
  model::MachineModel out = SmParser(text, problems).read();
  problems.throw_errors();
  out.path = path;
  out.kind = "sm";
  out.sha256 = base::sha256(text);
  out.warnings = problems.warnings();
  return out;
}

model::MachineModel parse_art(std::string_view text, const std::string& path) {
  base::require_text(text, path);
  base::Problems problems(path, "art");
  ArtProject project(text, path, problems);
  problems.throw_errors();
  model::MachineModel out = ArtReader(project).read();
  out.name = std::filesystem::path(path).stem().string();
  out.path = path;
  out.kind = "art";
  out.semantics = model::Semantics::code_realtime;
  out.sha256 = base::sha256(project.texts());
  out.warnings = problems.warnings();
  out.warnings.insert(
      out.warnings.end(), project.warnings().begin(), project.warnings().end());
  return out;
}

}  // namespace catenary::frontend::umlrt
