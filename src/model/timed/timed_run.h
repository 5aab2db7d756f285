// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of timed automata as values: which transitions, when, with which data;
/// and the query for a run that has a given trace.
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

/// An observable step.
struct TimedEvent {
  /// Time since the event before.
  mpq_class delay = 0;
  /// Index in TimedAutomaton::channels.
  std::uint32_t channel = 0;
  /// One for each parameter of the channel.
  std::vector<logic::Value> values;
};

/// A run: the choices of the initialisation, then steps, internal ones
/// included.
struct TimedRun {
  /// Values of TimedSimulator::hidden(), in that order.
  std::vector<logic::Value> hidden;
  /// Values of newfresh statements in @init.
  std::vector<logic::Value> fresh;
  /// One transition that is taken.
  struct Step {
    /// Index in TimedAutomaton::transitions.
    std::uint32_t transition = 0;
    /// Time since the step before.
    mpq_class delay = 0;
    /// Received and newfresh values.
    StepValues values;
  };
  /// In order of time.
  std::vector<Step> steps;
};

/// The query for a run with that trace, whose internal steps happen no later
/// than silence is allowed in their state.
struct TimedRunQuery {
  /// The run begins in this configuration, or with the initialisation if null;
  /// then `hidden` may fix the values of uninitialised variables.
  const TimedConfiguration* from = nullptr;
  /// The observable events of the run, up to the last one.
  std::span<const TimedEvent> trace;
  /// By index of the variable.
  std::map<std::uint32_t, logic::Value> hidden = {};
};

/// The answer to a query.
struct TimedRunAnswer {
  /// `no` is a proof.
  Answer answer = Answer::no;
  /// If yes; with the initialisation if the query's `from` is null.
  TimedRun run;
  /// If undecided: the reason.
  std::string why;
};

/// Answers queries. Simulators, which do not know a solver, receive theirs from
/// the application.
using FindTimedRun = std::function<TimedRunAnswer(const TimedRunQuery&)>;

}  // namespace catenary::model
