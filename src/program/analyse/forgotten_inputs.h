// SPDX-License-Identifier: Apache-2.0
/// \file
/// Forgotten inputs: variables that a program reads and never changes, so that
/// something outside of the description must set them. A test that does not set
/// them sees one value of each, and so does every proof.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/error.h"

namespace catenary::program {

struct Workspace;

/// Code of the diagnostic for a variable that is read and never changed.
inline constexpr const char* kForgottenInput = "input-forgotten";
/// Code of the diagnostic for a variable that the program changes, too.
inline constexpr const char* kChangedOutside = "changed-outside";

/// A function that neither a step nor the initialisation reaches.
struct OutsideWriter {
  std::string name;  ///< as the source calls it
  bool takes_arguments = false;
};

/// By the symbols of variables.
using OutsideWriters = std::map<std::string, OutsideWriter>;

/// Functions that neither a step nor the initialisation reaches, by the symbols
/// of the variables that they store to: setters, handlers of interrupts,
/// resets. Of several functions the first in the module. Requires: w.init and
/// w.step are known, and nothing was removed yet.
[[nodiscard]] OutsideWriters written_outside(const Workspace& w);

/// Variables that the program reads, and that
/// - hold zeros or are volatile, where every value that the program stores
///   there is the one they begin with, or
/// - a function of written_outside() writes, whatever the program writes.
/// Where the address of a variable escapes, points-to analysis finds what may
/// access it, for the variable as a whole. Requires: memory promoted
/// to registers, and only what the program uses is left.
///
/// One warning each with one of these codes; it begins with the quoted name
/// of the variable and " is read". Its notes are the C text of the numbers in
/// it that are read, e.g. "in[2]"; none where no description can name one.
[[nodiscard]] std::vector<base::Diagnostic> find_forgotten_inputs(
    const Workspace& w, const OutsideWriters& outside);

}  // namespace catenary::program
