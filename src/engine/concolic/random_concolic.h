// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random concolic runs: of a random run a branch taken at random is negated,
/// and again of what comes of that.
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
    std::size_t step = 0;        ///< in which it is taken
    std::size_t conditions = 0;  ///< before it, of all
  };

  /// A random run; false where not even a step is possible.
  bool make(std::uint32_t length);
  /// The run now executed, as terms.
  void follow();
  /// Inputs that take another way at a random branch; whether there are any.
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
  SymbolicRun start_;  ///< which of its inputs are free
};

}  // namespace catenary::engine::concolic
