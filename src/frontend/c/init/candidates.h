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
  /// main() calls it, and nobody else but tests.
  bool in_main = false;
  /// Tests call it, and nobody else but main().
  bool in_tests = false;
  bool takes_arguments = false;
  /// See program::Inventory::Function.
  bool has_effect = true;

  /// The call as a statement: "NAME();", "NAME(...);".
  [[nodiscard]] std::string call() const {
    return name + (takes_arguments ? "(...);" : "();");
  }
  /// A clause for people, e.g. "nobody calls it, and its name is that of a
  /// step".
  [[nodiscard]] std::string reason() const;
};

/// A function whose name tells its period.
struct PeriodicFunction {
  Candidate function;
  std::uint32_t period_ms = 1;
};

/// A declaration of the function, e.g. "int poll(unsigned long);", for sources
/// that do not see its definition; "" where it names types that these may not
/// know, or is `static`.
[[nodiscard]] std::string prototype(const program::Inventory::Function& f);

/// Functions that nobody but main() and tests calls and that are neither of the
/// kinds below. Without arguments: those that return nothing or a number. With
/// arguments: those of the first file for which a call can be written, and
/// those of others that have a prototype(); not `static`, unless by name. The
/// most likely first, of equally likely ones those that have an effect, and of
/// these those without arguments, in the order of the code; those with
/// arguments begin with the last one, or with the longest one where only its
/// use speaks for it.
[[nodiscard]] std::vector<Candidate> step_candidates(
    const program::Inventory& inventory);

/// The same, with names of initialisations; all in the order of the code.
[[nodiscard]] std::vector<Candidate> init_candidates(
    const program::Inventory& inventory);

/// Functions without arguments and result that nobody calls, with names of
/// handlers of interrupts; in the order of the code.
[[nodiscard]] std::vector<Candidate> handler_candidates(
    const program::Inventory& inventory);

/// Whether it handles what ends the program, such as `HardFault_Handler`: no
/// event that a test lets happen.
[[nodiscard]] bool is_fault_handler(const std::string& name);

/// The steps without arguments whose names end in their periods, e.g.
/// `Heater_10ms`; in the order of the code.
[[nodiscard]] std::vector<PeriodicFunction> periodic_functions(
    const std::vector<Candidate>& steps);

/// The steps without arguments of several rates, as Embedded Coder names them:
/// `MODEL_step0`, `MODEL_step1`; the fastest first. Empty where there are not
/// at least two of one model.
[[nodiscard]] std::vector<Candidate> rate_functions(
    const std::vector<Candidate>& steps);

}  // namespace catenary::frontend::c
