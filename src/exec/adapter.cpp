// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter.h"

#include <utility>

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

SutReply SutStart::start(const Open& open) {
  if (runs_) return {};
  if (failed_) return *std::exchange(failed_, std::nullopt);
  if (!no_greeting_.empty()) return {SutOutcome::hung, no_greeting_, {}};
  SutReply reply = open();
  runs_ = reply.outcome == SutOutcome::ok;
  if (reply.outcome == SutOutcome::hung) no_greeting_ = reply.reason;
  return reply;
}

std::string SutStart::reach(const Open& open) {
  SutReply reply = start(open);
  if (reply.outcome == SutOutcome::ok) return {};
  failed_ = reply;
  if (reply.outcome == SutOutcome::crashed ||
      reply.outcome == SutOutcome::interrupted) {
    return {};
  }
  return reply.reason.empty() ? to_string(reply.outcome) : reply.reason;
}

}  // namespace catenary::exec
