// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutation testing: which small faults of a model or program would a suite
/// detect? After DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE
/// Computer 1978, doi:10.1109/C-M.1978.218136.
///
/// model/mutate and program/mutate enumerate the faults. The classes of this
/// folder run a suite on one mutant, and look for the reason where no test
/// fails: either the mutant conforms to the original, so that no test can kill
/// it, or the suite misses the fault.
///
/// | of | class | a mutant conforms if |
/// |---|---|---|
/// | C and C++ | StepMutants | its requirements hold in every run |
/// | timed models | TimedMutants | it conforms to the original (tioco) |
/// | requirements | ContractMutants | the original allows all its runs |
///
/// mutant_goals.h goes the other way: tests that kill mutants of requirements.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "suite/mutation.h"
#include "suite/results.h"

namespace catenary::exec::mutation {

/// The indices of the mutants to test, ascending: all if there are not more
/// than `count`, otherwise a random sample of that size.
[[nodiscard]] std::vector<std::size_t> choose_mutants(std::size_t possible,
                                                      std::size_t count,
                                                      std::uint64_t seed);

/// The result of the mutant with that index; nothing if it does not compile.
using Judge = std::function<std::optional<suite::MutantResult>(std::size_t)>;

/// Puts what tests show into the result of a mutant: killed by the first that
/// failed, or that the mutant crashed in if `crash_kills`; broken by the first
/// that ended in another error. Returns the result that killed it, or nullptr.
const suite::TestResult* apply_results(const suite::RunResults& results,
                                       bool crash_kills,
                                       suite::MutantResult& mutant);

}  // namespace catenary::exec::mutation
