// SPDX-License-Identifier: Apache-2.0
/// \file
/// A simulated timed automaton as a system under test, in virtual time.
///
/// It is input-enabled: an input that its automaton does not specify at that
/// point is ignored (after one, conformance demands nothing more). It conforms
/// to its automaton: it sends nothing that is not specified, and is silent only
/// as long as an output is still possible or none ever is. Internal steps are
/// taken like outputs, at a time of its choice.
///
/// It chooses hidden values at the start, and one of several transitions when
/// it takes one. An input that only another choice with the same trace would
/// have made possible revises that choice (timed_history.h): a system that
/// ignored such an input would not conform.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "exec/timed_adapter.h"
#include "logic/value/value.h"
#include "model/timed/timed_automaton.h"
#include "model/timed/timed_run.h"

namespace catenary::exec {

/// How the simulated system resolves choices.
struct TimedModelOptions {
  /// When it answers, and which output it chooses.
  enum class AnswerTime : std::uint8_t {
    /// As soon as an output is possible.
    earliest,
    /// As late as possible; never, if that is allowed.
    latest,
    /// Each time drawn anew.
    random
  };
  /// Whether it also simulates third parties, who send on uncontrollable
  /// channels.
  enum class ThirdParties : std::uint8_t {
    /// Nobody sends there.
    never,
    /// They send what TimedAdapter::arrange() requests, and nothing else.
    arranged,
    /// They send at random, but only what the automaton specifies.
    specified,
    /// Now and then also what the automaton does not specify.
    any
  };
  /// When the system answers.
  AnswerTime answers = AnswerTime::earliest;
  /// What the third parties send.
  ThirdParties third_parties = ThirdParties::specified;
  /// The n-th reset depends on it and on n only.
  std::uint64_t seed = 1;
  /// Values of uninitialised variables and parameters, by name; others are
  /// searched, at random.
  std::map<std::string, logic::Value> hidden;
  /// Finds runs with a given trace. Without it nothing is revised: an input
  /// that only other hidden values specify is ignored, so that the system may
  /// not conform.
  model::FindTimedRun find_run;
};

/// The automaton must outlive the adapter. A question that cannot be decided (a
/// guard that is not linear, values that a search does not find) is the outcome
/// `refused`, with the reason.
[[nodiscard]] std::unique_ptr<TimedAdapter> make_timed_model(
    const model::TimedAutomaton& automaton, TimedModelOptions options);

}  // namespace catenary::exec
