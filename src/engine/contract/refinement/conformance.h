// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conformance of a program to a requirement interface: whether it answers
/// every input that the promises allow, for ever, with outputs that some hidden
/// values explain. For a deterministic program this is refinement (Aichernig,
/// Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and trace IT", STTT 2017,
/// doi:10.1007/s10009-016-0444-z, section 3).
///
/// Method: explicit-state search, breadth first, over the product of the
/// program, which is run natively, and the subset construction of the interface
/// (search/beliefs.h). A search that ends by itself is a proof; a run that
/// fails is a shortest one.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/monitor/binding.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/refinement/refinement.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"

namespace catenary::engine::contract {

/// Limits of check_conformance().
struct ConformanceOptions {
  /// Inputs of one step, all variables together. Where there are more, some of
  /// them are tried: a fault may be found, but nothing is proved.
  std::uint64_t max_letters = std::uint64_t{1} << 18;
  /// States of the product; beyond, the outcome is undecided.
  std::uint64_t max_states = 20'000'000;
};

/// The result of check_conformance().
struct ConformanceResult {
  Conformity outcome = Conformity::undecided;
  /// For people: the proof, the fault, or the limit.
  std::string reason;
  /// States of the product that were reached.
  std::uint64_t states = 0;
  /// Inputs that were tried in each state.
  std::uint64_t letters = 0;
  /// Inputs that the requirements allow and the program's description excludes:
  /// the claim is not about them. Empty: none.
  std::string left_out;

  /// fails: the run of the program; otherwise empty.
  model::Trace run;
  /// By step and variable: the values in that run. No value for hidden
  /// variables, and where the program gave no value of the variable's type.
  std::vector<std::vector<std::optional<logic::Value>>> observed;
  /// How the program died in the last step; empty if it did not.
  std::string death;
};

/// Runs the program in a forked child, so that it may crash, hang or exit.
/// Requires: a finite interface, else undecided; the binding is of the
/// interface and of the system's inputs and outputs; this process has no other
/// threads. The verdict about a failing run is checked again by a Monitor.
/// Throws no limits.
[[nodiscard]] ConformanceResult check_conformance(
    const model::StepSystem& system,
    const model::Interface& interface,
    const Binding& binding,
    const ConformanceOptions& options,
    const base::Budget& budget);

/// The contracts and requirements that a failing trace violates.
struct Blame {
  /// Ids of contracts, and "range of x".
  std::vector<std::string> contracts;
  /// Ids of their requirements, each once.
  std::vector<std::string> requirements;
};
/// The explanation with the fewest violations (diagnose()). Requires: the last
/// step is the first that is not allowed. A value that is missing in the last
/// step violates the range of its variable. Empty if no explanation was found
/// within the budget.
[[nodiscard]] Blame blame(
    const model::Interface& interface,
    const std::vector<std::vector<std::optional<logic::Value>>>& observed,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
