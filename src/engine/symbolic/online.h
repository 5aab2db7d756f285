// SPDX-License-Identifier: Apache-2.0
/// \file
/// The set of symbolic states a timed system may be in after what was seen of
/// it: the core of on-line testing and of judging a log without a purpose.
///
/// After Larsen, Mikucionis, Nielsen, "Online testing of real-time systems
/// using UPPAAL", FATES 2004, doi:10.1007/978-3-540-31848-4_6, with symbolic
/// data in place of zones; verdicts by tioco.
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

enum class Allowed : std::uint8_t { yes, no, undecided };

class Online {
 public:
  /// The automaton must outlive it.
  Online(const model::TimedAutomaton& automaton,
         const TestCaseOptions& options,
         const base::Budget& budget);
  ~Online();

  void reset();  ///< before the first event

  /// May nothing at all happen for `delay` from the last event on?
  [[nodiscard]] Allowed silence(const mpq_class& delay);
  /// The same for every shorter time: an event after `delay` was not too late.
  [[nodiscard]] Allowed silence_before(const mpq_class& delay);
  /// Is the event specified after `delay`? Where it is, it is taken: the
  /// states are those after it. `yes` for an input means that silence until
  /// then was allowed, and the model says what comes then. `undecided` takes
  /// the event, too, with the states for which it may be specified.
  [[nodiscard]] Allowed event(const mpq_class& delay,
                              std::uint32_t channel,
                              const std::vector<logic::Value>& values);

  /// An input the model specifies, not earlier than `earliest` and not later
  /// than `latest` after the last event, while silence until then is allowed;
  /// chosen by `random` among channels, times and values. Nothing where there
  /// is none.
  struct Stimulus {
    mpq_class delay = 0;
    std::uint32_t channel = 0;
    std::vector<logic::Value> values;
  };
  [[nodiscard]] std::optional<Stimulus> stimulus(const mpq_class& earliest,
                                                 const mpq_class& latest,
                                                 std::uint64_t random);

  /// What is allowed now, for explanations, e.g. "Cash(5) after [0, 10]".
  [[nodiscard]] std::string expected();
  [[nodiscard]] std::size_t states() const;  ///< size of the set

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace catenary::engine::symbolic
