// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/umlrt.h"

#include "base/sha256.h"
#include "base/text_file.h"
#include "frontend/umlrt/text/sm_parser.h"
#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

// The last ".uml#" or ".sm#" counts: the name of a capsule is a C++ identifier,
// so that a later one cannot be part of it.
/// \file
/// Dispatches to the readers by the ending of the file, and completes their
/// models with what both have in common.
MachineName machine_name(const std::string& path) {
  for (const char* ending : {".uml#", ".sm#"}) {
    const std::size_t at = path.rfind(ending);
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
  const std::string file = machine_name(path).file;
  return file.ends_with(".uml") || file.ends_with(".sm");
}

model::MachineModel load(const std::string& path) {
  const std::string text = base::read_file(path);
  return path.ends_with(".sm") ? parse_sm(text, path) : parse_xmi(text, path);
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

}  // namespace catenary::frontend::umlrt
