// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of timed automata as values: which transitions, when, with what; and
/// the question for a run that has a given trace.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "model/step/choices.h"
#include "model/timed/timed_simulator.h"

namespace catenary::model {

/// What is seen of one step.
struct TimedEvent {
  mpq_class delay = 0;        ///< since the event before
  std::uint32_t channel = 0;  ///< in TimedAutomaton::channels
  std::vector<logic::Value> values;
};

/// A run: choices of the start, then steps, internal ones included.
struct TimedRun {
  std::vector<logic::Value> hidden;  ///< of TimedSimulator::hidden()
  std::vector<logic::Value> fresh;   ///< of newfresh in @init
  struct Step {
    std::uint32_t transition = 0;
    mpq_class delay = 0;  ///< since the step before
    StepValues values;
  };
  std::vector<Step> steps;
};

/// Asks for a run with that trace, whose internal steps come no later than
/// silence in their state is allowed.
struct TimedRunQuery {
  /// The run begins here, or at the start, where `hidden` may fix values of
  /// uninitialised variables.
  const TimedConfiguration* from = nullptr;
  std::span<const TimedEvent> trace;
  std::map<std::uint32_t, logic::Value> hidden = {};
};

struct TimedRunAnswer {
  Answer answer = Answer::no;  ///< no: proved
  TimedRun run;                ///< yes; the start of it where `from` is none
  std::string why;             ///< undecided
};

/// Simulators, which know no solver, get theirs from above.
using FindTimedRun = std::function<TimedRunAnswer(const TimedRunQuery&)>;

}  // namespace catenary::model
