// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/mutation.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/rng.h"

namespace catenary::exec::mutation {

using suite::MutantResult;
using suite::MutantStatus;

std::vector<std::size_t> choose_mutants(std::size_t possible,
                                        std::size_t count,
                                        std::uint64_t seed) {
  std::vector<std::size_t> out(possible);
  std::iota(out.begin(), out.end(), std::size_t{0});
  if (count >= possible) return out;
  base::Rng random(seed);
  random.shuffle(out);
  out.resize(count);
  std::sort(out.begin(), out.end());
  return out;
}

const suite::TestResult* apply_results(const suite::RunResults& results,
                                       bool crash_kills,
                                       MutantResult& mutant) {
  using Code = suite::VerdictCode;
  const auto apply = [&](MutantStatus status, const suite::TestResult& r) {
    mutant.status = status;
    mutant.reason = std::string(suite::to_string(r.code)) + ": " + r.reason;
    mutant.test = r.id;
  };
  for (const suite::TestResult& r : results.tests) {
    const bool crashed = r.code == Code::sut_crashed ||
                         r.code == Code::sut_exited || r.code == Code::sut_hung;
    if (r.verdict == suite::Verdict::fail || (crash_kills && crashed)) {
      apply(MutantStatus::killed, r);
      return &r;
    }
    if (r.verdict == suite::Verdict::error &&
        mutant.status != MutantStatus::broken) {
      apply(MutantStatus::broken, r);
    }
  }
  return nullptr;
}

}  // namespace catenary::exec::mutation
