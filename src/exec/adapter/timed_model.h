// SPDX-License-Identifier: Apache-2.0
/// \file
/// A simulated timed automaton as a system under test, in virtual time.
///
/// It is input-enabled: an input that its automaton does not specify at that
/// point is ignored (after one, conformance says nothing more). It conforms to
/// its automaton: it sends nothing that is not specified, and is silent only as
/// long as an output is still possible or none ever is. Internal steps are
/// taken like outputs, at a time of its choice.
///
/// It chooses hidden values at the start, and one of several transitions when
/// it takes one. An input that only another choice with the same trace would
/// have made possible revises that choice (timed_history.h): a system that
/// ignores such an input does not conform.
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

struct TimedModelOptions {
  /// When and what it answers where the automaton leaves a choice.
  enum class AnswerTime : std::uint8_t {
    earliest,  ///< as soon as an output is possible
    latest,    ///< as late as it may; never, where that is allowed
    random
  };
  /// Whether it plays the others, who send on uncontrollable channels.
  enum class ThirdParties : std::uint8_t {
    never,
    arranged,   ///< they send what TimedAdapter::arrange() says, and only that
    specified,  ///< at random, what the automaton specifies
    any         ///< now and then also what it does not
  };
  AnswerTime answers = AnswerTime::earliest;
  ThirdParties third_parties = ThirdParties::specified;
  std::uint64_t seed = 1;  ///< the n-th reset depends on it and n only
  /// Values of uninitialised variables and parameters, by name; others are
  /// looked for, at random.
  std::map<std::string, logic::Value> hidden;
  /// Finds runs with a given trace. Without it nothing is revised: an input
  /// that only other hidden values specify is ignored, so the system may not
  /// conform.
  model::FindTimedRun find_run;
};

/// The automaton must outlive the adapter. What cannot be decided (a guard
/// that is not linear, values that a search does not find) ends in
/// SutOutcome::refused with the reason.
[[nodiscard]] std::unique_ptr<TimedAdapter> make_timed_model(
    const model::TimedAutomaton& automaton, TimedModelOptions options);

}  // namespace catenary::exec
