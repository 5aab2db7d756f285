// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random concolic runs: a random branch of a random run is negated; then a
/// random branch of the run that results is negated, and so on.
#pragma once

#include <vector>

#include "base/rng.h"
#include "engine/concolic/messages.h"
#include "engine/concolic/native.h"
#include "engine/concolic/symbols.h"

namespace catenary::engine::concolic {

class RandomConcolic {
 public:
  /// Everything given must outlive it.
  RandomConcolic(Native& native, Symbols& symbols, const Messages& messages);

  /// Runs until Native::over().
  void run();

 private:
  /// A branch of the run: the conditions of those before it and its own.
  struct Branch {
    std::size_t step = 0;        ///< from 1; 0 = in the initialisation
    std::size_t conditions = 0;  ///< of the run before it
  };

  /// Makes a random run. Returns false if its initialisation does not run on.
  bool make(std::uint32_t length);
  /// Finds the conditions and branches of the present run.
  void follow();
  /// Negates a random branch of the present run and executes the run that
  /// results. Returns false if there is none, or if it has no steps.
  bool turn();

  Native& native_;
  Symbols& symbols_;
  Repeats repeats_;
  base::Rng rng_;
  classes::Bytes initial_;
  std::vector<classes::Bytes> letters_;
  std::vector<classes::Bytes> states_;   ///< before each step
  std::vector<logic::Term> conditions_;  ///< of the run, in order
  std::vector<Branch> branches_;
  SymbolicRun start_;  ///< the run after its initialisation
};

}  // namespace catenary::engine::concolic
