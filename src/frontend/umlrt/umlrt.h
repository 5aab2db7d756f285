// SPDX-License-Identifier: Apache-2.0
/// \file
/// UML-RT models: XMI files of Papyrus-RT (.uml), and our own text form (.sm).
/// docs/sm.md describes both.
#pragma once

#include <string>
#include <string_view>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// A file, and a capsule of it behind "#", which may be empty:
/// "rover.uml#Engine".
struct MachineName {
  std::string file;
  std::string capsule;
};
[[nodiscard]] MachineName machine_name(const std::string& path);

/// Whether a file of this name is for us: it ends in ".uml" or ".sm", without
/// the capsule.
[[nodiscard]] bool handles(const std::string& path);

/// Reads a model. Throws base::InputError with every fault found, each with its
/// line, column and stable code. What the file has but we do not offer, and
/// warnings, are in the result.
[[nodiscard]] model::MachineModel load(const std::string& path);

/// The same of texts; `path` is for messages.
[[nodiscard]] model::MachineModel parse_xmi(std::string_view text,
                                            const std::string& path);
[[nodiscard]] model::MachineModel parse_sm(std::string_view text,
                                           const std::string& path);

/// The model as .sm text. parse_sm() of it gives the same model, save places
/// and what is not supported, and write_sm() of that the same text.
[[nodiscard]] std::string write_sm(const model::MachineModel& model);

}  // namespace catenary::frontend::umlrt
