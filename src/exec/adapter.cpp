// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter.h"

namespace catenary::exec {

const char* to_string(SutOutcome outcome) {
  switch (outcome) {
    case SutOutcome::ok:
      return "ok";
    case SutOutcome::ended:
      return "ended";
    case SutOutcome::refused:
      return "refused";
    case SutOutcome::crashed:
      return "crashed";
    case SutOutcome::exited:
      return "exited";
    case SutOutcome::hung:
      return "hung";
    case SutOutcome::protocol:
      return "protocol";
    case SutOutcome::mismatch:
      return "mismatch";
    case SutOutcome::interrupted:
      return "interrupted";
  }
  return "protocol";
}

bool is_alive(SutOutcome outcome) {
  // A refused call leaves the SUT as it was; the next test may reset it.
  return outcome == SutOutcome::ok || outcome == SutOutcome::ended ||
         outcome == SutOutcome::refused || outcome == SutOutcome::mismatch;
}

}  // namespace catenary::exec
