// SPDX-License-Identifier: Apache-2.0
// The simulator and the simulated system under test against the grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>

#include "engine/symbolic/conformance.h"
#include "exec/adapter/timed_model.h"
#include "frontend/xlia/xlia.h"
#include "model/mutate/mutate.h"
#include "model/step/choices.h"
#include "model/timed/timed_simulator.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"
#include "oracle/timed/sut_walk.h"

namespace catenary::oracle {
namespace {

using logic::Value;

model::TimedConfiguration configuration_of(const model::TimedAutomaton& a,
                                           const Point& p) {
  model::TimedConfiguration out;
  out.state = p.state;
  for (std::size_t i = 0; i < p.values.size(); ++i) {
    out.values.push_back(value_of(a.variables[i], p.values[i]));
  }
  return out;
}

Point point_of(const model::TimedConfiguration& c) {
  Point out;
  out.state = c.state;
  for (const Value& v : c.values) out.values.push_back(number_of(v));
  return out;
}

/// Points along random runs.
std::vector<Point> random_points(GridModel& grid, base::Rng& rng) {
  const model::TimedAutomaton& a = grid.automaton();
  std::vector<Point> out;
  const std::vector<Point> starts = grid.starts();
  if (starts.empty()) return out;
  Point at = starts[rng.below(starts.size())];
  for (int i = 0; i < 12; ++i) {
    out.push_back(at);
    const auto& leaving = a.states[at.state].transitions;
    if (leaving.empty()) break;
    const std::uint32_t t = leaving[rng.below(leaving.size())];
    std::vector<double> received;
    for (const auto& p : a.channels[a.transitions[t].channel].parameters) {
      received.push_back(random_value(rng, p.type));
    }
    const auto steps = grid.steps(at, t, random_delay(rng, 4), received);
    if (!steps.empty()) at = steps[rng.below(steps.size())].after;
  }
  return out;
}

TEST(TimedSimulator, AgreesWithTheGrid) {
  std::uint64_t compared = 0;
  std::uint64_t taken = 0;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    const model::TimedSimulator simulator(a);
    base::Rng rng = base::Rng::of_task(kSeed + 1, n);
    for (const Point& p : random_points(grid, rng)) {
      const model::TimedConfiguration c = configuration_of(a, p);
      for (const std::uint32_t t : a.states[p.state].transitions) {
        const auto& parameters =
            a.channels[a.transitions[t].channel].parameters;
        const bool input = a.transitions[t].action == model::TimedAction::input;
        std::vector<double> numbers;
        model::StepValues values;
        for (std::size_t i = 0; input && i < parameters.size(); ++i) {
          numbers.push_back(random_value(rng, parameters[i].type));
          model::TimedVariable as;
          as.type = parameters[i].type;
          values.received.push_back(value_of(as, numbers.back()));
        }
        const logic::CellSolution delays = simulator.delays(c, t, values);
        for (double d = 0; d <= 6; d += kHiddenGrid) {
          const auto steps = grid.steps(p, t, d, numbers);
          ++compared;
          if (!simulator.fresh_types(t).empty()) {
            // Newfresh: the search knows, or says that it does not; the grid
            // knows from points of its own.
            if (!is_on_grid(p) || std::fmod(d, kEventGrid) != 0) continue;
            model::Choice found = model::choose_fresh(
                simulator, c, t, d, values.received, {}, rng);
            if (found.answer == model::Answer::undecided) continue;
            ASSERT_EQ(found.answer == model::Answer::yes, !steps.empty())
                << text << a.qualified(t) << " after " << d;
            if (delays.unknown.contains(d)) continue;
          }
          ASSERT_FALSE(delays.unknown.contains(d)) << delays.why << text;
          ASSERT_EQ(delays.yes.contains(d), !steps.empty())
              << text << a.qualified(t) << " after " << d << " of "
              << delays.yes.to_string();
          if (steps.empty() || !simulator.fresh_types(t).empty()) continue;
          const model::TimedStep step = simulator.take(c, t, d, values);
          ASSERT_EQ(step.outcome, model::TimedStep::Admission::taken);
          ASSERT_EQ(point_of(step.after), steps[0].after) << text;
          std::vector<double> sent;
          for (const Value& v : step.sent) sent.push_back(number_of(v));
          ASSERT_EQ(sent, steps[0].sent) << text;
          ++taken;
        }
      }
    }
  }
  EXPECT_GT(taken, compared / 50);
  RecordProperty("compared", static_cast<int>(compared));
}

/// Everything the simulated system says and does not say must be allowed.
TEST(TimedModel, Conforms) {
  using Policy = exec::TimedModelOptions::AnswerTime;
  SutTally tally;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    if (grid.starts().empty()) continue;
    base::Rng rng = base::Rng::of_task(kSeed + 2, n);
    for (const Policy policy :
         {Policy::earliest, Policy::latest, Policy::random}) {
      ASSERT_EQ(first_fault(a, grid, policy, n, rng, tally), "")
          << "automaton " << n << ", policy " << static_cast<int>(policy)
          << "\n"
          << text;
    }
  }
  EXPECT_GT(tally.messages, tally.runs / 2);
  EXPECT_GT(tally.silences, tally.runs / 2);
  EXPECT_LT(tally.refused, tally.runs / 10) << "of " << tally.runs;
  RecordProperty("messages", static_cast<int>(tally.messages));
}

/// What is called conforming never does what is not allowed; what is not
/// proved does, now and then.
TEST(Conformance, ProofsHoldOnTheGrid) {
  using engine::symbolic::Conformance;
  using Policy = exec::TimedModelOptions::AnswerTime;
  constexpr std::size_t kMutants = 8;  // of each automaton
  SutTally tally;
  std::uint64_t proved = 0;
  std::uint64_t faulty = 0;
  std::uint64_t open = 0;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed + 7, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    if (grid.starts().empty()) continue;
    base::Rng rng = base::Rng::of_task(kSeed + 8, n);
    std::vector<model::TimedMutant> mutants = model::timed_mutants(a);
    rng.shuffle(mutants);
    if (mutants.size() > kMutants) mutants.resize(kMutants);
    for (const model::TimedMutant& m : mutants) {
      const model::TimedAutomaton changed = model::mutate(a, m);
      const Conformance proof = engine::symbolic::conforms(
          changed, a, engine::symbolic::TestCaseOptions(), base::Budget());
      const bool is_proved = proof.answer == Conformance::Answer::conforms;
      std::string fault;
      for (std::uint64_t run = 0; run < 12 && fault.empty(); ++run) {
        fault = first_fault(
            changed, grid, static_cast<Policy>(run % 3), run, rng, tally);
      }
      if (is_proved) {
        ++proved;
        ASSERT_EQ(fault, "") << "automaton " << n << ", " << m.mutation.id
                             << " " << m.mutation.text << "\n"
                             << text;
      } else {
        ++(fault.empty() ? open : faulty);
      }
    }
  }
  std::cout << proved << " mutants proved to conform, " << faulty << " faulty, "
            << open << " open; " << tally.messages << " messages, "
            << tally.silences << " silences\n";
  EXPECT_GT(proved, automata_to_try() / 10);
  EXPECT_GT(faulty, automata_to_try());
}

}  // namespace
}  // namespace catenary::oracle
