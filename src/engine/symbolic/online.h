// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of symbolic states that a timed system may be in after an observed
/// trace: the core of on-line testing, and of judging a log without a test
/// purpose.
///
/// Method: state-set exploration as in Larsen, Mikucionis, Nielsen, "Online
/// testing of real-time systems using UPPAAL", FATES 2004,
/// doi:10.1007/978-3-540-31848-4_6, with symbolic data in place of zones;
/// verdicts by tioco.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/value/value.h"
#include "model/timed/timed_automaton.h"

namespace catenary::engine::symbolic {

/// Whether the model allows an observation; `undecided` if a solver did not
/// answer, or if the set of states became too large.
enum class Allowed : std::uint8_t { yes, no, undecided };

/// The set of states, and queries about what may come next. Times are in the
/// unit of the model and count from the last event.
class Online {
 public:
  /// At the start of the automaton, which must outlive it. `options` and
  /// `budget` are copied.
  Online(const model::TimedAutomaton& automaton,
         const TestCaseOptions& options,
         const base::Budget& budget);
  ~Online();

  /// Back to the start, before the first event.
  void reset();

  /// Whether the system may be silent for `delay`, counted from the last event.
  [[nodiscard]] Allowed silence(const mpq_class& delay);
  /// Whether silence was allowed at all times before `delay`: an event at
  /// `delay` was then not too late.
  [[nodiscard]] Allowed silence_before(const mpq_class& delay);
  /// Whether the event is specified after `delay`. If so, it is taken: the
  /// states are those after it. For an input, `yes` means that silence until
  /// then was allowed and that the model specifies the input. With `undecided`
  /// the event is taken too, with the states for which it may be specified.
  /// With `no` the states stay as they were. Requires: one value for each
  /// parameter of the channel.
  [[nodiscard]] Allowed event(const mpq_class& delay,
                              std::uint32_t channel,
                              const std::vector<logic::Value>& values);

  /// An input for the tester to send.
  struct Stimulus {
    /// When, counted from the last event.
    mpq_class delay = 0;
    /// On which channel.
    std::uint32_t channel = 0;
    /// With which values.
    std::vector<logic::Value> values;
  };
  /// An input that the model specifies, between `earliest` and `latest`, such
  /// that silence until then is allowed. Channel, time and values are chosen by
  /// the random number. Nothing if there is none. Cost: some queries for each
  /// value.
  [[nodiscard]] std::optional<Stimulus> stimulus(const mpq_class& earliest,
                                                 const mpq_class& latest,
                                                 std::uint64_t random);

  /// What is allowed now, for explanations, e.g. "Cash(5) after [0, 10]".
  [[nodiscard]] std::string expected();
  /// Number of symbolic states in the set.
  [[nodiscard]] std::size_t states() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
