// SPDX-License-Identifier: Apache-2.0
// The simulator and the simulated system under test against the grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "exec/adapter/timed_model.h"
#include "frontend/xlia/xlia.h"
#include "model/choices.h"
#include "model/timed_simulator.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

using logic::Value;

Value value_of(const model::TimedVariable& v, double x) {
  if (v.clock || v.type.base == model::DataType::Base::rational) {
    return Value::real(mpq_class(x));
  }
  if (v.type.base == model::DataType::Base::boolean) {
    return Value::boolean(x != 0);
  }
  return Value::integer(static_cast<long long>(x));
}

double number_of(const Value& v) {
  switch (v.kind()) {
    case logic::SortKind::boolean:
      return v.as_bool() ? 1 : 0;
    case logic::SortKind::integer:
      return v.as_integer().get_d();
    default:
      return v.as_real().get_d();
  }
}

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
        const model::CellSolution delays = simulator.delays(c, t, values);
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
          ASSERT_EQ(step.outcome, model::TimedStep::Outcome::taken);
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

suite::Signature signature_of(const model::TimedAutomaton& a,
                              const std::vector<bool>& uncontrollable) {
  suite::Signature out;
  for (std::size_t c = 0; c < a.channels.size(); ++c) {
    suite::Channel channel;
    channel.name = a.channels[c].name;
    channel.direction = a.channels[c].input ? suite::Direction::input
                                            : suite::Direction::output;
    channel.controllable = !uncontrollable[c];
    for (const auto& p : a.channels[c].parameters) {
      suite::Signal s;
      s.name = p.name;
      s.type = p.type.base == model::DataType::Base::boolean    ? "bool"
               : p.type.base == model::DataType::Base::rational ? "real"
                                                                : "int";
      channel.parameters.push_back(s);
    }
    out.channels.push_back(channel);
  }
  return out;
}

/// Everything the simulated system says and does not say must be allowed. Runs
/// stop where a time leaves the grid of events, for which alone the grid is
/// exact, or after an input that is not specified.
TEST(TimedModel, Conforms) {
  using Policy = exec::TimedModelOptions::Policy;
  std::uint64_t messages = 0;
  std::uint64_t silences = 0;
  std::uint64_t refused = 0;
  std::uint64_t runs = 0;
  for (std::uint64_t n = 0; n < automata_to_try(); ++n) {
    const std::string text = random_automaton(kSeed, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    if (grid.starts().empty()) continue;
    base::Rng rng = base::Rng::of_task(kSeed + 2, n);
    Purpose none;
    none.path.assign(1000, ~std::uint32_t{0});  // every step is off the path
    for (const auto& c : a.channels) {
      none.uncontrollable.push_back(c.input && c.name == "Ev");
    }
    const suite::Signature signature = signature_of(a, none.uncontrollable);
    for (const Policy policy :
         {Policy::earliest, Policy::latest, Policy::random}) {
      exec::TimedModelOptions options;
      options.policy = policy;
      options.seed = n;
      const auto sut = exec::make_timed_model(a, options);
      ASSERT_EQ(sut->open(signature).outcome, exec::SutOutcome::ok);
      ++runs;
      const exec::SutReply start = sut->reset({});
      if (start.outcome != exec::SutOutcome::ok) {
        EXPECT_FALSE(start.reason.empty());
        ++refused;
        continue;
      }
      Tioco spec(grid, none);
      mpq_class last = 0;  // of the last event
      double patience = 0;
      std::ostringstream trace;
      for (int i = 0; i < 8; ++i) {
        // Not before now, which may be later than the last event.
        patience = std::max(patience, random_delay(rng, 5));
        none.time_out = patience;
        const exec::TimedReply reply = sut->wait(last + mpq_class(patience));
        if (reply.outcome != exec::SutOutcome::ok) {
          ++refused;
          break;
        }
        if (reply.message) {
          const double d = mpq_class(reply.message->at - last).get_d();
          if (std::fmod(d, kEventGrid) != 0) break;
          std::vector<double> values;
          bool on_grid = true;
          for (const Value& v : reply.message->values) {
            values.push_back(number_of(v));
            on_grid = on_grid && std::fmod(values.back(), kEventGrid) == 0;
          }
          if (!on_grid) break;
          const std::string verdict =
              spec.message(reply.message->channel, d, values);
          ASSERT_TRUE(verdict == "INC_out" || verdict == "INC_ucInSpec")
              << trace.str() << verdict << " on "
              << a.channels[reply.message->channel].name << " after " << d
              << ", automaton " << n << ", policy " << static_cast<int>(policy)
              << "\n"
              << text;
          ++messages;
          trace << d << " " << a.channels[reply.message->channel].name;
          for (const double v : values) trace << " " << v;
          trace << "; ";
          spec.advance(reply.message->channel, d, values);
          last = reply.message->at;
          patience = 0;
          continue;
        }
        ASSERT_EQ(spec.silence(), "INC_dur")
            << trace.str() << "silent for " << patience << ", automaton " << n
            << ", policy " << static_cast<int>(policy) << "\n"
            << text;
        ++silences;
        std::uint32_t channel = 0;  // "In"
        std::vector<double> numbers;
        std::vector<Value> values;
        for (const auto& p : a.channels[channel].parameters) {
          numbers.push_back(random_value(rng, p.type));
          model::TimedVariable as;
          as.type = p.type;
          values.push_back(value_of(as, numbers.back()));
        }
        if (spec.message(channel, patience, numbers) != "INC_ucInSpec" ||
            !spec.surely_specified(channel, patience, numbers)) {
          continue;  // the model says nothing: wait on, from the same event
        }
        const exec::TimedReply sent = sut->send(channel, values);
        if (sent.outcome != exec::SutOutcome::ok) {
          ++refused;
          break;
        }
        ASSERT_FALSE(sent.message.has_value());
        trace << patience << " " << a.channels[channel].name << "?";
        for (const double v : numbers) trace << " " << v;
        trace << "; ";
        spec.advance(channel, patience, numbers);
        last = sent.now;
        patience = 0;
      }
    }
  }
  EXPECT_GT(messages, runs / 2);
  EXPECT_GT(silences, runs / 2);
  EXPECT_LT(refused, runs / 10) << "of " << runs;
  RecordProperty("messages", static_cast<int>(messages));
}

}  // namespace
}  // namespace catenary::oracle
