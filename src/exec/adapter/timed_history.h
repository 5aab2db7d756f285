// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a simulated timed system has shown of itself, and what its state may
/// be instead: hidden values and choices that nobody has seen are only fixed
/// as far as the trace tells them apart.
///
/// Why: a system conforms (tioco) only if, after a trace, it does what some
/// run of the model with this trace does. One that has settled on a hidden
/// value, and ignores an input that another value with the same trace
/// specifies, does not.
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

class TimedHistory {
 public:
  /// The simulator must outlive it. Without `find`, nothing is ever revised.
  /// `hidden`: values of uninitialised variables that stay, by name.
  TimedHistory(const model::TimedSimulator& simulator,
               model::FindTimedRun find,
               const std::map<std::string, logic::Value>& hidden);

  void reset();
  /// An event, and where the system was led by it.
  void add(model::TimedEvent event, const model::TimedConfiguration& after);
  /// The system got an input that no run specifies: no trace of the model any
  /// more, and nothing is revised.
  void leave_model() { is_trace_ = false; }

  /// Where another run with this trace, and this event at its end, leads to.
  struct Revision {
    model::Answer answer = model::Answer::no;
    model::TimedConfiguration after;  ///< yes
    std::string why;                  ///< undecided
  };
  /// Looks for it from a recent event on, then from earlier ones, at last
  /// from the start.
  [[nodiscard]] Revision revise(const model::TimedEvent& event) const;

  /// Time of the last event.
  [[nodiscard]] const mpq_class& last() const { return last_; }

 private:
  [[nodiscard]] std::optional<model::TimedConfiguration> follow(
      const model::TimedRunQuery& query, const model::TimedRun& run) const;

  const model::TimedSimulator& simulator_;
  model::FindTimedRun find_;
  std::map<std::uint32_t, logic::Value> hidden_;
  std::vector<model::TimedEvent> trace_;
  std::vector<model::TimedConfiguration> after_;  ///< each event
  mpq_class last_ = 0;
  bool is_trace_ = true;
};

}  // namespace catenary::exec
