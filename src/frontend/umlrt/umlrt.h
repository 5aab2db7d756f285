// SPDX-License-Identifier: Apache-2.0
/// \file
/// UML-RT models: XMI files of Papyrus-RT (.uml), our own text form (.sm) and
/// files of Art, the language of DevOps Code RealTime (.art). docs/sm.md and
/// docs/art.md describe them, and what of UML-RT is supported.
///
/// All readers give the same model::MachineModel; what comes after them does
/// not know which it was.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The path of a model as the user gives it, e.g. "rover.uml#Engine".
struct MachineName {
  /// The path of the file.
  std::string file;
  /// The name of the capsule behind "#"; empty where the user names none.
  std::string capsule;
  /// Names of parts with ',' between them, as in "car.uml#Car[lock,door]":
  /// those that are tested. Nothing where the user chooses none.
  std::optional<std::string> parts;
};
/// Splits such a path at the first "#" after ".uml", ".sm" or ".art", so that
/// a directory may have "#" in its name. Does not read the file.
[[nodiscard]] MachineName machine_name(const std::string& path);
/// The reverse.
[[nodiscard]] std::string to_path(const MachineName& name);

/// Whether the path names a file for this front end: without the capsule it
/// ends in ".uml", ".sm" or ".art". Does not read the file.
[[nodiscard]] bool handles(const std::string& path);

/// Reads the model in the file `path`, which has no "#CAPSULE". Throws
/// base::InputError with all faults found, each with its line, column and
/// stable code; also where the file cannot be read or is not UTF-8. Elements
/// that are not supported, and warnings, are in the result. Cost: linear in the
/// file.
[[nodiscard]] model::MachineModel load(const std::string& path);

/// The same for texts in memory; `path` is used in messages only. The result
/// keeps its SHA-256, so that a suite can tell whether its model has changed.
[[nodiscard]] model::MachineModel parse_xmi(std::string_view text,
                                            const std::string& path);
[[nodiscard]] model::MachineModel parse_sm(std::string_view text,
                                           const std::string& path);
/// The same; names that the text does not declare are searched in other files
/// of the folder of `path`, whose texts belong to the SHA-256 if it is read.
[[nodiscard]] model::MachineModel parse_art(std::string_view text,
                                            const std::string& path);

/// The model as .sm text. parse_sm() of the text gives the same model, except
/// for source locations and the list of unsupported elements, and write_sm() of
/// that gives the same text. Throws base::InputError where the model has what
/// the text form cannot express (see reject_what_no_text_says()).
[[nodiscard]] std::string write_sm(const model::MachineModel& model);

}  // namespace catenary::frontend::umlrt
