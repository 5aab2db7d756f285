// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which functions of a program may be its step, its initialisation, handlers
/// of interrupts or periodic tasks: by who calls them, what they take and
/// return, and what people call such functions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Why a function may be what is looked for, the most convincing first.
enum class Likelihood : std::uint8_t {
  by_convention,  ///< the name by which bare files are driven, see wiring.h
  by_name,        ///< a name that people give to such functions
  by_use          ///< nobody calls it
};

/// A function that may be what is looked for.
struct Candidate {
  std::string name;
  base::SourceLocation where;
  Likelihood likelihood = Likelihood::by_use;
  /// main() calls it, and nobody else.
  bool in_main = false;

  /// The call as a statement, "NAME();".
  [[nodiscard]] std::string call() const { return name + "();"; }
  /// A clause for people, e.g. "nobody calls it, and its name is that of a
  /// step".
  [[nodiscard]] std::string reason() const;
};

/// A function whose name tells its period.
struct PeriodicFunction {
  Candidate function;
  std::uint32_t period_ms = 1;
};

/// Functions without arguments that nobody but main() calls, which return
/// nothing or a number, and are neither of the kinds below: the most likely
/// first, else in the order of the code.
[[nodiscard]] std::vector<Candidate> step_candidates(
    const program::Inventory& inventory);

/// The same, with names of initialisations.
[[nodiscard]] std::vector<Candidate> init_candidates(
    const program::Inventory& inventory);

/// Functions without arguments and result that nobody calls, with names of
/// handlers of interrupts; in the order of the code.
[[nodiscard]] std::vector<Candidate> handler_candidates(
    const program::Inventory& inventory);

/// Whether it handles what ends the program, such as `HardFault_Handler`: no
/// event that a test lets happen.
[[nodiscard]] bool is_fault_handler(const std::string& name);

/// The steps whose names end in their periods, e.g. `Heater_10ms`; in the order
/// of the code.
[[nodiscard]] std::vector<PeriodicFunction> periodic_functions(
    const std::vector<Candidate>& steps);

}  // namespace catenary::frontend::c
