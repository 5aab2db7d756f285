// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system that conforms to a requirement interface: it answers inputs step
/// by step. That of a finite interface keeps to the values from which all
/// promised inputs can be answered for ever, as long as there are any: a
/// winning strategy of the safety game (Pnueli, Rosner, "On the synthesis of a
/// reactive module", POPL 1989, doi:10.1145/75277.75293). Others answer by a
/// solver, without looking ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/budget.h"
#include "engine/contract/consistency/semantics.h"

namespace catenary::engine::contract {

class Simulation {
 public:
  virtual ~Simulation() = default;
  /// Back to the time before the first step.
  virtual void restart() = 0;
  /// An answer to the inputs; values of other variables in `inputs` are
  /// ignored. Nothing where no answer is allowed: a dead end, at which the
  /// simulation stays until restart(). Once a promise is broken, whatever is
  /// allowed, or the least values.
  [[nodiscard]] virtual std::optional<Snapshot> step(
      const Snapshot& inputs) = 0;
};

/// Answers are drawn at random by the seed, else they are always the same. The
/// interface must outlive it.
/// Throws Undecided, logic::bdd::LimitReached, logic::bdd::Unsupported; so does
/// step().
[[nodiscard]] std::unique_ptr<Simulation> simulate(
    const model::Interface& interface,
    std::optional<std::uint64_t> seed,
    const base::Budget& budget);

}  // namespace catenary::engine::contract
