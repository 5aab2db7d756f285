// SPDX-License-Identifier: Apache-2.0
/// \file
/// One test case against the oracle: every verdict of its tree, on a run of
/// its purpose, on mutated and on random observations.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/rng.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/tioco.h"
#include "suite/suite.h"

namespace catenary::oracle {

struct Comparison {
  std::uint64_t observations = 0;
  std::uint64_t stimulations = 0;
  std::uint64_t undecided = 0;   ///< guards that a solver left open
  std::uint64_t quantified = 0;  ///< guards with quantifiers left
  std::uint64_t false_fail = 0, false_pass = 0, wrong_kind = 0, other = 0;
  std::map<std::string, std::uint64_t> verdicts;  ///< of the oracle, by name
  std::vector<std::string> differences;           ///< the first few, for people

  void add(const Comparison& more);
};

/// `tree` was made for `chosen.purpose`; `walks` runs along it.
[[nodiscard]] Comparison compare(GridModel& model,
                                 const RandomPurpose& chosen,
                                 const suite::Tree& tree,
                                 std::uint32_t walks,
                                 base::Rng& rng);

}  // namespace catenary::oracle
