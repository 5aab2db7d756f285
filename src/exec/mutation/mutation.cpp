// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/mutation.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.h"
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

bool judge_mutants(const std::vector<std::size_t>& chosen,
                   const Judge& judge,
                   const base::Budget& budget,
                   suite::MutationReport& report) {
  const auto spent = [&] { return budget.poll() != base::StopReason::none; };
  for (const std::size_t index : chosen) {
    if (spent()) return false;
    std::optional<MutantResult> result;
    try {
      result = judge(index);
    } catch (const base::StoppedError&) {
      return false;  // while it was compiled
    }
    // A compiler that was stopped has not refused the mutant, a system that was
    // stopped has not crashed, and tests that were not run may kill a survivor.
    if (spent()) return false;
    if (result) {
      report.mutants.push_back(std::move(*result));
    } else {
      ++report.not_compiling;
    }
  }
  return true;
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
