// SPDX-License-Identifier: Apache-2.0
/// \file
/// The observable history of a simulated timed system, and the states that it
/// may be in according to that history: hidden values and unobserved choices
/// are fixed only as far as the trace distinguishes them.
///
/// Why: a system conforms (tioco) only if, after a trace, it does what some run
/// of the model with this trace does. A system that has settled on a hidden
/// value, and ignores an input that another value with the same trace
/// specifies, does not conform.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "model/timed/timed_run.h"
#include "model/timed/timed_simulator.h"

namespace catenary::exec {

/// The trace of one run, with the configuration after each event.
class TimedHistory {
 public:
  /// The simulator must outlive the object. Without `find`, nothing is ever
  /// revised. `hidden` fixes the values of uninitialised variables, by name.
  TimedHistory(const model::TimedSimulator& simulator,
               model::FindTimedRun find,
               const std::map<std::string, logic::Value>& hidden);

  /// Begins a new run.
  void reset();
  /// Records an event, and the configuration to which it led.
  void add(model::TimedEvent event, const model::TimedConfiguration& after);
  /// The system received an input that no run specifies: the history is not a
  /// trace of the model any more, and nothing is revised.
  void leave_model() { is_trace_ = false; }

  /// Where another run with this trace, and one more event, leads to.
  struct Revision {
    model::Answer answer = model::Answer::no;
    /// If yes: the configuration after the event.
    model::TimedConfiguration after;
    /// If undecided: the reason.
    std::string why;
  };
  /// Searches such a run: first one that agrees with the past up to a recent
  /// event, then up to earlier ones, at last from the start. Cost: a
  /// logarithmic number of queries.
  [[nodiscard]] Revision revise(const model::TimedEvent& event) const;

  /// The time of the last event.
  [[nodiscard]] const mpq_class& last() const { return last_; }

 private:
  /// Executes a run that was found; nothing if it does not have the trace.
  [[nodiscard]] std::optional<model::TimedConfiguration> follow(
      const model::TimedRunQuery& query, const model::TimedRun& run) const;

  /// Executes events; never changes.
  const model::TimedSimulator& simulator_;
  /// May be empty.
  model::FindTimedRun find_;
  /// By index of the variable.
  std::map<std::uint32_t, logic::Value> hidden_;
  /// The events of the run.
  std::vector<model::TimedEvent> trace_;
  /// The configuration after each event.
  std::vector<model::TimedConfiguration> after_;
  /// The time of the last event of the trace.
  mpq_class last_ = 0;
  /// Whether the history is a trace of the model.
  bool is_trace_ = true;
};

}  // namespace catenary::exec
