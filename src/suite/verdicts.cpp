// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of verdict codes, counts and exit codes.
#include "suite/results.h"

namespace catenary::suite {

const char* to_string(VerdictCode code) {
  switch (code) {
    case VerdictCode::ok:
      return "ok";
    case VerdictCode::expectation_violated:
      return "expectation-violated";
    case VerdictCode::nothing_checked:
      return "nothing-checked";
    case VerdictCode::output_missing:
      return "output-missing";
    case VerdictCode::input_missing:
      return "input-missing";
    case VerdictCode::not_executable:
      return "not-executable";
    case VerdictCode::unresolved:
      return "unresolved";
    case VerdictCode::interrupted:
      return "interrupted";
    case VerdictCode::sut_ended:
      return "sut-ended";
    case VerdictCode::sut_crashed:
      return "sut-crashed";
    case VerdictCode::sut_exited:
      return "sut-exited";
    case VerdictCode::sut_hung:
      return "sut-hung";
    case VerdictCode::sut_refused:
      return "sut-refused";
    case VerdictCode::adapter_protocol:
      return "adapter-protocol";
    case VerdictCode::adapter_load:
      return "adapter-load";
    case VerdictCode::broken_test:
      return "broken-test";
    case VerdictCode::log_mismatch:
      return "log-mismatch";
    case VerdictCode::promise_broken:
      return "promise-broken";
    case VerdictCode::tree_pass:
      // The outcomes of test-case trees have the names of the literature.
      return "PASS";
    case VerdictCode::fail_out:
      return "FAIL_out";
    case VerdictCode::fail_dur:
      return "FAIL_dur";
    case VerdictCode::inc_out:
      return "INC_out";
    case VerdictCode::inc_uc_in_spec:
      return "INC_ucInSpec";
    case VerdictCode::inc_uc_in_unspec:
      return "INC_ucInUspec";
    case VerdictCode::inc_dur:
      return "INC_dur";
  }
  // Unreachable; the answer is the worst there is.
  return "adapter-protocol";
}

VerdictCounts RunResults::count() const {
  VerdictCounts out;
  for (const TestResult& test : tests) {
    switch (test.verdict) {
      case Verdict::pass:
        ++out.pass;
        break;
      case Verdict::fail:
        ++out.fail;
        break;
      case Verdict::inconclusive:
        ++out.inconclusive;
        break;
      case Verdict::error:
        ++out.error;
        break;
    }
  }
  return out;
}

int exit_code(const RunResults& results) {
  // The most severe verdict decides; an incomplete run is worse than an
  // inconclusive test.
  const VerdictCounts counts = results.count();
  if (counts.error > 0) return 3;
  if (counts.fail > 0) return 1;
  if (!results.complete) return 4;
  return counts.inconclusive > 0 ? 5 : 0;
}

}  // namespace catenary::suite
