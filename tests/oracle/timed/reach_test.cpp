// SPDX-License-Identifier: Apache-2.0
// What the symbolic engine says of reachability, and of traces on line, against
// runs on the grid.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "engine/symbolic/online.h"
#include "engine/symbolic/search/select.h"
#include "engine/symbolic/search/targets.h"
#include "frontend/xlia/xlia.h"
#include "oracle/timed/random_automaton.h"
#include "oracle/timed/settings.h"

namespace catenary::oracle {
namespace {

using engine::symbolic::Allowed;
using engine::symbolic::Reachability;
using engine::symbolic::Target;
using logic::Value;

Value value_for(const model::DataType& type, double x) {
  switch (type.base) {
    case model::DataType::Base::boolean:
      return Value::boolean(x != 0);
    case model::DataType::Base::rational:
      return Value::real(mpq_class(x));
    case model::DataType::Base::integer:
      break;
  }
  return Value::integer(static_cast<long long>(x));
}

bool is_of_type(const model::DataType& type, double x) {
  return !type.non_negative || x >= 0;
}

/// Points a system may be at after a trace: no purpose, no hidden steps.
class Traces {
 public:
  explicit Traces(GridModel& grid) : grid_(grid), points_(grid.starts()) {}

  [[nodiscard]] const std::vector<Point>& points() const { return points_; }

  [[nodiscard]] std::vector<Point> after(
      double delay,
      std::uint32_t channel,
      const std::vector<double>& values) const {
    const model::TimedAutomaton& a = grid_.automaton();
    const auto& parameters = a.channels[channel].parameters;
    std::set<Point> result;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!is_of_type(parameters[i].type, values[i])) return {};
    }
    for (const Point& p : points_) {
      for (const std::uint32_t t : a.states[p.state].transitions) {
        if (a.transitions[t].channel != channel) continue;
        const bool input = a.channels[channel].input;
        for (const auto& s :
             grid_.steps(p, t, delay, input ? values : std::vector<double>())) {
          if (input || s.sent == values) result.insert(s.after);
        }
      }
    }
    return {result.begin(), result.end()};
  }

  [[nodiscard]] bool silent(double delay) {
    return std::any_of(points_.begin(), points_.end(), [&](const Point& p) {
      return grid_.silent(p, delay);
    });
  }
  [[nodiscard]] bool silent_before(double delay) {
    for (double e = 0; e < delay; e += kSilenceGrid) {
      if (!silent(e)) return false;
    }
    return true;
  }
  void take(std::vector<Point> points) { points_ = std::move(points); }

 private:
  GridModel& grid_;
  std::vector<Point> points_;
};

TEST(Reachability, ContradictsNoRunOnTheGrid) {
  std::map<Reachability, int> counts;
  int seen_count = 0;
  for (std::uint64_t n = 0; n < automata_to_try() / 3; ++n) {
    const std::string text = random_automaton(kSeed, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    // Pairs that runs take, and the fewest steps in which they do.
    std::map<std::vector<std::uint32_t>, std::size_t> seen;
    base::Rng rng = base::Rng::of_task(kSeed + 7, n);
    const std::vector<Point> starts = grid.starts();
    for (int run = 0; run < 60 && !starts.empty(); ++run) {
      Point at = starts[rng.below(starts.size())];
      std::uint32_t last = 0;
      for (std::size_t step = 1; step <= 8; ++step) {
        const auto& leaving = a.states[at.state].transitions;
        if (leaving.empty()) break;
        bool moved = false;
        for (int tries = 0; tries < 12 && !moved; ++tries) {
          const std::uint32_t t = leaving[rng.below(leaving.size())];
          std::vector<double> received;
          const model::TimedChannel& c = a.channels[a.transitions[t].channel];
          for (const auto& p : c.parameters) {
            received.push_back(random_value(rng, p.type));
          }
          if (!c.input) received.clear();
          const auto steps = grid.steps(at, t, random_delay(rng, 4), received);
          if (steps.empty()) continue;
          bool typed = true;
          const auto& sent = steps[0].sent;
          for (std::size_t i = 0; i < sent.size(); ++i) {
            typed = typed && is_of_type(c.parameters[i].type, sent[i]);
          }
          for (std::size_t i = 0; i < received.size(); ++i) {
            typed = typed && is_of_type(c.parameters[i].type, received[i]);
          }
          if (!typed) continue;
          at = steps[0].after;
          const auto note = [&](std::vector<std::uint32_t> what) {
            const auto [known, fresh] = seen.emplace(what, step);
            if (!fresh) known->second = std::min(known->second, step);
          };
          note({t});
          if (step > 1) note({last, t});
          last = t;
          moved = true;
        }
        if (!moved) break;
      }
    }
    engine::symbolic::Execution execution(a);
    engine::symbolic::SelectOptions options;
    options.max_contexts = 150;
    for (const auto criterion : {engine::symbolic::PathCriterion::transitions,
                                 engine::symbolic::PathCriterion::pairs}) {
      for (const Target& t : engine::symbolic::find_targets(
               execution, criterion, options, base::Budget())) {
        ++counts[t.reachability];
        if (t.reachability == Reachability::reached) {
          // The path can be followed.
          engine::symbolic::ContextId at = 0;
          for (const std::uint32_t step : t.path) {
            at = execution.successor(at, step);
          }
          const auto solver = logic::smt::make_z3(*a.terms, {});
          const auto conditions = execution.path_condition(at);
          ASSERT_EQ(solver->check(conditions, base::Budget()),
                    logic::smt::Answer::sat)
              << text << t.id;
        }
        const auto known = seen.find(t.what);
        if (known == seen.end()) continue;
        ++seen_count;
        ASSERT_NE(t.reachability, Reachability::unreachable)
            << text << t.id << ": " << t.reason;
        if (t.reachability == Reachability::reached) {
          ASSERT_LE(t.path.size(), known->second) << text << t.id;
        }
      }
    }
  }
  RecordProperty("seen", seen_count);
  RecordProperty("unreachable", counts[Reachability::unreachable]);
  RecordProperty(
      "open",
      counts[Reachability::not_within_bound] + counts[Reachability::undecided]);
  EXPECT_GT(seen_count, 0);
  EXPECT_GT(counts[Reachability::unreachable], 0);
}

Allowed expected(bool yes) {
  return yes ? Allowed::yes : Allowed::no;
}

TEST(Online, AgreesWithTheGrid) {
  int asked = 0;
  int undecided = 0;
  int allowed = 0;
  const auto compare = [&](Allowed said, bool right) {
    ++asked;
    allowed += right ? 1 : 0;
    undecided += said == Allowed::undecided ? 1 : 0;
    return said == Allowed::undecided || said == expected(right);
  };
  for (std::uint64_t n = 0; n < automata_to_try() / 3; ++n) {
    const std::string text = random_automaton(kSeed + 3, n);
    const model::TimedAutomaton a = frontend::xlia::parse(text, "random.xlia");
    GridModel grid(a);
    base::Rng rng = base::Rng::of_task(kSeed + 8, n);
    engine::symbolic::Online online(a, {}, base::Budget());
    for (int run = 0; run < 3; ++run) {
      Traces traces(grid);
      if (traces.points().empty()) break;
      online.reset();
      std::string trace;
      for (int step = 0; step < 5; ++step) {
        const double wait = random_delay(rng, 4);
        ASSERT_TRUE(
            compare(online.silence(mpq_class(wait)), traces.silent(wait)))
            << text << trace << "silence " << wait;
        bool moved = false;
        for (int tries = 0; tries < 8 && !moved; ++tries) {
          const auto channel =
              static_cast<std::uint32_t>(rng.below(a.channels.size()));
          const model::TimedChannel& c = a.channels[channel];
          const double delay = random_delay(rng, 4);
          std::vector<double> numbers;
          std::vector<Value> values;
          for (const auto& p : c.parameters) {
            numbers.push_back(random_value(rng, p.type));
            values.push_back(value_for(p.type, numbers.back()));
          }
          std::vector<Point> after = traces.after(delay, channel, numbers);
          bool right = !after.empty();
          if (c.input && right) right = traces.silent_before(delay);
          const Allowed said = online.event(mpq_class(delay), channel, values);
          ASSERT_TRUE(compare(said, right))
              << text << trace << c.name << " after " << delay;
          if (!right) {
            ASSERT_NE(said, Allowed::yes);
            if (said == Allowed::undecided) break;
            continue;
          }
          trace += c.name + " after " + std::to_string(delay) + "; ";
          traces.take(std::move(after));
          moved = true;
        }
        if (!moved) break;
      }
    }
  }
  RecordProperty("asked", asked);
  RecordProperty("undecided", undecided);
  EXPECT_GT(allowed, 0);
  EXPECT_LT(undecided * 10, asked);
}

}  // namespace
}  // namespace catenary::oracle
