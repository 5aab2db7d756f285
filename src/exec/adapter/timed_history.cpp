// SPDX-License-Identifier: Apache-2.0
/// \file
/// Revision of unobserved choices: searches a run of the model that has the
/// same trace and one more event.
#include "exec/adapter/timed_history.h"

#include <algorithm>
#include <span>
#include <utility>

namespace catenary::exec {

using model::Answer;

TimedHistory::TimedHistory(const model::TimedSimulator& simulator,
                           model::FindTimedRun find,
                           const std::map<std::string, logic::Value>& hidden)
    : simulator_(simulator), find_(std::move(find)) {
  for (const std::uint32_t v : simulator.hidden()) {
    const auto found = hidden.find(simulator.automaton().variables[v].name);
    if (found != hidden.end()) hidden_.emplace(v, found->second);
  }
}

void TimedHistory::reset() {
  trace_.clear();
  after_.clear();
  last_ = 0;
  is_trace_ = true;
}

void TimedHistory::add(model::TimedEvent event,
                       const model::TimedConfiguration& after) {
  last_ = after.elapsed;
  // Without a search nothing is recorded: a long run would take memory.
  if (!find_ || !is_trace_) return;
  trace_.push_back(std::move(event));
  after_.push_back(after);
}

TimedHistory::Revision TimedHistory::revise(
    const model::TimedEvent& event) const {
  Revision out;
  if (!find_ || !is_trace_) return out;
  std::vector<model::TimedEvent> trace = trace_;
  trace.push_back(event);
  const std::size_t all = trace_.size();
  // The past is given up in doubling steps: recent choices are the likely ones,
  // and short queries are cheap. The last round starts at the initialisation.
  for (std::size_t back = 1;; back *= 2) {
    const std::size_t kept = back < all ? all - back : 0;
    model::TimedRunQuery query;
    query.trace = std::span(trace).subspan(kept);
    // After this event the past is kept as it is.
    if (kept > 0) {
      query.from = &after_[kept - 1];
    } else {
      query.hidden = hidden_;
    }
    const model::TimedRunAnswer found = find_(query);
    out.answer = found.answer;
    out.why = found.why;
    if (found.answer == Answer::yes) {
      if (auto after = follow(query, found.run)) {
        out.after = std::move(*after);
        return out;
      }
      out.answer = Answer::undecided;
      out.why = "a run with this trace could not be simulated";
    }
    if (kept == 0) return out;
  }
}

/// Executes the run in the simulator, which does not trust the search: every
/// step must be possible, and the events must be those of the trace.
std::optional<model::TimedConfiguration> TimedHistory::follow(
    const model::TimedRunQuery& query, const model::TimedRun& run) const {
  model::TimedConfiguration at;
  if (query.from != nullptr) {
    at = *query.from;
  } else {
    const model::TimedStep start = simulator_.start(run.hidden, run.fresh);
    if (start.outcome != model::TimedStep::Admission::taken)
      return std::nullopt;
    at = start.after;
  }
  std::size_t next = 0;
  for (const model::TimedRun::Step& s : run.steps) {
    const model::TimedTransition& t =
        simulator_.automaton().transitions[s.transition];
    const model::TimedStep step =
        simulator_.take(at, s.transition, s.delay, s.values);
    if (step.outcome != model::TimedStep::Admission::taken) return std::nullopt;
    at = step.after;
    // Internal steps are not part of the trace.
    if (t.action == model::TimedAction::internal) continue;
    const model::TimedEvent& event = query.trace[next++];
    const auto& values =
        t.action == model::TimedAction::input ? s.values.received : step.sent;
    if (t.channel != event.channel || values != event.values) {
      return std::nullopt;
    }
  }
  return next == query.trace.size() ? std::optional(at) : std::nullopt;
}

}  // namespace catenary::exec
