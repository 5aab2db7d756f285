// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system that conforms to a requirement interface, to run tests on.
///
/// Method: for finite interfaces, a winning strategy of the safety game "always
/// have an answer" (Pnueli, Rosner, "On the synthesis of a reactive module",
/// POPL 1989, doi:10.1145/75277.75293): answers keep to the states from which
/// all promised inputs can be answered for ever, as long as that is possible.
/// For others a solver picks an allowed answer, without looking ahead, and may
/// enter a dead end.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"

namespace catenary::engine::contract {

/// A simulated system. Deterministic for a given seed.
class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Returns to the state before the first step. The sequence of random numbers
  /// is continued.
  virtual void restart() = 0;
  /// The values of all variables at the next step, for inputs; other values in
  /// `inputs` are ignored. No value: no answer is allowed, and the simulation
  /// stays in this dead end until restart(). Once a promise is broken, any
  /// answer is right: an allowed one where there is one, otherwise random or
  /// least values. Derived variables that no contract mentions have arbitrary
  /// values.
  [[nodiscard]] virtual std::optional<Snapshot> step(
      const Snapshot& inputs) = 0;
};

/// With a seed, answers are drawn at random; otherwise the first allowed one is
/// taken. The interface must outlive the simulation. Both this and step() throw
/// Undecided, logic::bdd::LimitReached, logic::bdd::Unsupported.
[[nodiscard]] std::unique_ptr<Simulation> simulate(
    const model::Interface& interface,
    std::optional<std::uint64_t> seed,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
