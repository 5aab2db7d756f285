// SPDX-License-Identifier: Apache-2.0
#include "exec/timed/online_codes.h"

namespace catenary::exec::timed {

using suite::VerdictCode;

suite::Verdict verdict_of(VerdictCode code) {
  switch (code) {
    case VerdictCode::ok:
      return suite::Verdict::pass;
    case VerdictCode::fail_out:
    case VerdictCode::fail_dur:
      return suite::Verdict::fail;
    case VerdictCode::inc_uc_in_unspec:
    case VerdictCode::unresolved:
    case VerdictCode::interrupted:
    case VerdictCode::nothing_checked:
    case VerdictCode::log_mismatch:
      return suite::Verdict::inconclusive;
    default:
      return suite::Verdict::error;
  }
}

VerdictCode code_of(exec::SutOutcome outcome) {
  switch (outcome) {
    case exec::SutOutcome::crashed:
      return VerdictCode::sut_crashed;
    case exec::SutOutcome::ended:
    case exec::SutOutcome::exited:
      return VerdictCode::sut_exited;
    case exec::SutOutcome::hung:
      return VerdictCode::sut_hung;
    case exec::SutOutcome::refused:
      return VerdictCode::sut_refused;
    case exec::SutOutcome::interrupted:
      return VerdictCode::interrupted;
    case exec::SutOutcome::mismatch:
    case exec::SutOutcome::protocol:
    case exec::SutOutcome::ok:
      break;
  }
  return VerdictCode::adapter_protocol;
}

}  // namespace catenary::exec::timed
