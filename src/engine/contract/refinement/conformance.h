// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether a program conforms to a requirement interface: whether it answers
/// every input that the promises allow, for ever, with outputs that some hidden
/// values explain. For a deterministic program that is refinement (Aichernig
/// et al., STTT 2017, section 3).
///
/// Method: exhaustive search, breadth first, of the program's states, run
/// natively, together with the subset construction of the interface. A search
/// that ends by itself is a proof; a run that fails is a shortest one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/monitor/binding.h"
#include "engine/contract/monitor/diagnose.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::engine::contract {

struct ConformanceOptions {
  /// Inputs of one step, all together; where there are more, some of them are
  /// tried, which proves nothing but may find a fault.
  std::uint64_t max_letters = std::uint64_t{1} << 18;
  std::uint64_t max_states = 20'000'000;  ///< of program and interface
};

struct ConformanceResult {
  enum class Outcome : std::uint8_t {
    conforms,  ///< proved
    fails,     ///< `run` shows it
    undecided
  };
  Outcome outcome = Outcome::undecided;
  std::string reason;  ///< for people: the proof, the fault, or what is missing
  std::uint64_t states = 0;   ///< of program and interface, that were reached
  std::uint64_t letters = 0;  ///< inputs tried in each
  /// What was left out: inputs that the requirements allow and the program's
  /// description does not. Empty where nothing was.
  std::string left_out;

  // Of a run that fails, else empty.
  model::Trace run;  ///< of the program
  /// Values of the interface's variables, step by step; none for hidden ones
  /// and where the program gave no value of the variable's type.
  std::vector<std::vector<std::optional<logic::Value>>> observed;
  /// How the program died in the last step; empty where it did not.
  std::string death;
};
[[nodiscard]] const char* to_string(ConformanceResult::Outcome outcome);

/// Runs the program in a forked child, so that it may do anything. Requires:
/// the binding is of the interface and of the system's inputs and outputs;
/// this process has no other threads.
[[nodiscard]] ConformanceResult check_conformance(
    const model::StepSystem& system,
    const model::Interface& interface,
    const Binding& binding,
    const ConformanceOptions& options,
    const base::Budget& budget);

/// What a failing trace violates.
struct Blame {
  std::vector<std::string> contracts;     ///< ids, and "range of x"
  std::vector<std::string> requirements;  ///< ids, each once
};
/// The explanation with the fewest violations of observations whose last step
/// is the first that is not allowed; empty where none was found within the
/// budget. A value that is
/// missing in the last step violates the range of its variable.
[[nodiscard]] Blame blame(
    const model::Interface& interface,
    const std::vector<std::vector<std::optional<logic::Value>>>& observed,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
