// SPDX-License-Identifier: Apache-2.0
#include "exec/timed/timed_replay.h"

#include "exec/adapter/trace.h"
#include "exec/timed/constraint_solver.h"
#include "exec/tree/tree_run.h"
#include "model/timed/timed_simulator.h"
#include "suite/listener.h"
#include "suite/results.h"

namespace catenary::exec::timed {

namespace {

namespace symbolic = engine::symbolic;

/// Whether the model's simulator can go the way; empty or why not.
std::string simulate(const model::TimedAutomaton& automaton,
                     const symbolic::Path& path,
                     const symbolic::TestCaseResult& result) {
  const model::TimedSimulator simulator(automaton);
  model::TimedStep step = simulator.start(result.hidden, result.initial_fresh);
  for (std::size_t i = 0; i <= path.size(); ++i) {
    if (step.outcome != model::TimedStep::Admission::taken) {
      const std::string place = i == 0 ? std::string("the start")
                                       : "step " + std::to_string(i) + ", " +
                                             automaton.qualified(path[i - 1]);
      return "the simulator does not follow its run at " + place + ": " +
             step.reason;
    }
    if (i > 0) {
      const model::TimedTransition& t = automaton.transitions[path[i - 1]];
      if (t.action == model::TimedAction::output &&
          step.sent != result.witness[i - 1].values) {
        return "the simulator sends other values than its run in step " +
               std::to_string(i) + ", " + automaton.qualified(path[i - 1]);
      }
    }
    if (i == path.size()) break;
    const symbolic::TestCaseResult::Event& event = result.witness[i];
    const model::TimedTransition& t = automaton.transitions[path[i]];
    model::StepValues values;
    if (t.action == model::TimedAction::input) values.received = event.values;
    values.fresh = event.fresh;
    const model::TimedConfiguration from = step.after;
    step = simulator.take(from, path[i], event.delay, values);
  }
  return "";
}

/// The run as a log.
suite::TestResult log_of(const model::TimedAutomaton& automaton,
                         const symbolic::Path& path,
                         const symbolic::TestCaseResult& result,
                         const symbolic::TestCaseOptions& options) {
  suite::TestResult out;
  mpq_class now = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    now += result.witness[i].delay;
    const std::uint32_t c = automaton.transitions[path[i]].channel;
    const model::TimedChannel& channel = automaton.channels[c];
    const bool sent = channel.input && !options.uncontrollable.contains(c);
    out.events.push_back({sent ? suite::TimedObservation::Kind::sent
                               : suite::TimedObservation::Kind::received,
                          now,
                          channel.name,
                          result.witness[i].values,
                          0});
  }
  return out;
}

}  // namespace

std::string replay(const model::TimedAutomaton& automaton,
                   const symbolic::Path& path,
                   const symbolic::TestCaseResult& result,
                   const symbolic::TestCaseOptions& options,
                   const suite::Test& test,
                   const suite::Signature& signature,
                   const base::Budget& budget) {
  if (result.witness.size() != path.size()) return "it has no run";
  std::string against = simulate(automaton, path, result);
  if (!against.empty()) return against;

  suite::Suite suite;
  suite.signature = signature;
  suite.tests.push_back(test);
  suite.tests.back().goals.clear();
  suite::canonicalise(suite);
  const auto log = exec::make_trace(
      exec::write_log(log_of(automaton, path, result, options)), "witness");
  const auto solver = make_constraint_solver(kSolverTime, budget);
  suite::RunListener silent;
  exec::TimedRunOptions o;
  const suite::RunResults results =
      exec::run_timed_suite(suite, *log, o, solver.get(), silent, budget);
  if (results.tests.empty()) return "there was no time for it";
  const suite::TestResult& out = results.tests.front();
  if (out.verdict == suite::Verdict::pass) return "";
  return std::string(suite::to_string(out.code)) + " on its run: " + out.reason;
}

}  // namespace catenary::exec::timed
