// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts and their texts.
#include "exec/tree/tree_report.h"

#include <utility>

#include "exec/tree/tree_explain.h"

namespace catenary::exec {

using suite::Verdict;
using suite::VerdictCode;

TreeReport::TreeReport(TreeContext& context,
                       const suite::Test& test,
                       TreeProgram& program)
    : context_(context), test_(test), program_(program) {
  result_.id = test.id;
}

void TreeReport::set(Verdict verdict, VerdictCode code, std::string reason) {
  result_.verdict = verdict;
  result_.code = code;
  result_.reason = std::move(reason);
  decided_ = true;
}

std::string TreeReport::place() const {
  return "in state " + state().source->name + ", after " +
         std::to_string(result_.step) +
         (result_.step == 1 ? " step" : " steps") + " of the purpose";
}

std::string TreeReport::seen(const TimedMessage* message,
                             const mpq_class& delay) const {
  if (message == nullptr) return "silence up to " + suite::show_time(delay);
  return show_message(signature().channels[message->channel], message->values) +
         " after " + suite::show_time(delay);
}

void TreeReport::not_started(const SutReply& reply) {
  // The user's doing, not the system's.
  if (reply.outcome == SutOutcome::interrupted) {
    set(Verdict::inconclusive, VerdictCode::interrupted, reply.reason);
    return;
  }
  const bool nonsense = reply.outcome == SutOutcome::protocol;
  set(Verdict::error,
      nonsense ? VerdictCode::adapter_protocol : VerdictCode::adapter_load,
      "the SUT could not be started: " + reply.reason);
}

void TreeReport::died(SutOutcome outcome,
                      const std::string& reason,
                      const std::string& where) {
  const SutEnd end = explain_end(outcome, context_.adapter.is_recorded());
  set(end.verdict,
      end.code,
      end.text + " " + where + (reason.empty() ? "" : ": " + reason));
  context_.sut.ended(outcome);
}

void TreeReport::broken(const std::string& why) {
  set(Verdict::error,
      VerdictCode::broken_test,
      "the test case is broken (not the SUT): " + why);
}

void TreeReport::judge(const ProgramTransition& transition,
                       const suite::TreeLeaf& leaf,
                       VerdictCode code) {
  const bool fails = leaf.verdict == Verdict::fail;
  std::string allowed;
  std::string reason = seen_ + " " + place();
  const std::string& rule = transition.source->rule;
  // The reason of a leaf may begin with its rule.
  const bool says_rule = leaf.reason.starts_with(rule + ":");
  if (!rule.empty() && !says_rule) reason += " (" + rule + ")";
  if (!leaf.reason.empty()) reason += ": " + leaf.reason;
  // The allowed outputs matter only for a failure.
  if (fails) {
    allowed = allowed_outputs(
        program_, state(), signature(), known_, context_.solver);
    reason += "; allowed: " + allowed;
  }
  reason += note_;
  // Other hidden values might have led to PASS.
  if (!fails && optimistic_) {
    reason +=
        "; a stimulation was sent that follows the purpose for some hidden "
        "values only";
  }
  reason += about(test_);
  set(leaf.verdict, code, std::move(reason));
  if (!fails) return;
  suite::Violation v;
  // From 1, like steps of tests.
  v.step = static_cast<std::uint32_t>(result_.step + 1);
  v.signal = transition.source->action == suite::Action::quiescence
                 ? "silence"
                 : signature().channels[transition.source->channel].name;
  v.observed = seen_;
  v.allowed = allowed;
  v.goals = test_.goals;
  v.requirements = test_.requirements;
  result_.violations.push_back(std::move(v));
}

void TreeReport::record(suite::TimedObservation::Kind kind,
                        const mpq_class& at,
                        std::optional<std::uint32_t> channel,
                        const std::vector<logic::Value>& values,
                        double jitter) {
  suite::TimedObservation o;
  o.kind = kind;
  o.at = at;
  if (channel) o.channel = signature().channels[*channel].name;
  o.values = values;
  o.jitter = jitter;
  result_.events.push_back(std::move(o));
}

}  // namespace catenary::exec
