// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces with rationals against enumeration of a few of their values: what
/// that finds must be found, what is claimed not to be there must not be found
/// by it; and all that is found is checked by evaluation.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/monitor/diagnose.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/testing/plan.h"
#include "frontend/contract/contract.h"
#include "logic/term/evaluate/evaluate.h"
#include "oracle/contract/brute_force.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::PlanStatus;

class Writer {
 public:
  explicit Writer(base::Rng& rng) : rng_(rng) {}

  std::string file() {
    std::string out = "interface rational\ninput i : bool\noutput x : bool\n";
    out += "output y : real";
    out += rng_.chance(1, 2) ? " -1..2\n" : "\n";
    if (rng_.chance(1, 2)) {
      hidden_ = true;
      out += "hidden h : real 0..1\n";
    }
    if (rng_.chance(1, 4)) out += "env p : not (i' and y = 1)\n";
    const std::uint64_t views = 1 + rng_.below(2);
    for (std::uint64_t v = 0; v < views; ++v) {
      out += "view v" + std::to_string(v) + "\n";
      const std::uint64_t count = 1 + rng_.below(3);
      for (std::uint64_t r = 0; r < count; ++r) out += requirement();
    }
    for (int p = 0; p < 2; ++p) {
      out += "purpose p" + std::to_string(p) + " within 3: " + atom(true) +
             (rng_.chance(1, 2) ? " and " + atom(true) : "") + "\n";
    }
    return out;
  }

 private:
  std::string number(bool before) {
    const std::string name = hidden_ && rng_.chance(1, 3) ? "h" : "y";
    const std::string at = before && rng_.chance(1, 2) ? name : name + "'";
    switch (rng_.below(4)) {
      case 0:
        return std::to_string(rng_.below(3));
      case 1:
        return at + (rng_.chance(1, 2) ? " + 1" : " - 1");
      default:
        return at;
    }
  }
  std::string atom(bool before) {
    static const char* const kSigns[] = {" = ", " <= ", " < ", " > "};
    switch (rng_.below(4)) {
      case 0:
        return before && rng_.chance(1, 2) ? "i" : "i'";
      case 1:
        return before && rng_.chance(1, 2) ? "x" : "x'";
      default: {
        const std::string left = number(before);
        return "(" + left + kSigns[rng_.below(4)] + number(before) + ")";
      }
    }
  }
  std::string requirement() {
    const std::string n = std::to_string(number_++);
    const bool init = rng_.chance(1, 3);
    std::string out =
        "  req R" + n + "\n    " + (init ? "init" : "step") + " c" + n + ": ";
    if (rng_.chance(1, 2)) out += "when " + atom(!init) + " then ";
    switch (rng_.below(3)) {
      case 0:
        return out + "y' = " + number(!init) + "\n";
      case 1:
        return out + "x' <=> " + atom(!init) + "\n";
      default:
        return out + atom(!init) + "\n";
    }
  }

  base::Rng& rng_;
  bool hidden_ = false;
  int number_ = 0;
};

/// Which rules a step of a run violates, and whether it keeps its promises.
std::pair<std::set<std::size_t>, bool> judged(
    const contract::Semantics& semantics,
    const std::vector<Snapshot>& run,
    std::size_t step) {
  const model::Interface& a = semantics.interface();
  logic::Assignment values;
  for (std::size_t v = 0; v < a.variables.size(); ++v) {
    values.set(a.variables[v].now, run[step][v]);
    if (step > 0) values.set(a.variables[v].before, run[step - 1][v]);
  }
  std::set<std::size_t> violated;
  for (std::size_t r = 0; r < semantics.rules().size(); ++r) {
    if (!logic::evaluate(semantics.rule(r, step == 0), values)->as_bool()) {
      violated.insert(r);
    }
  }
  return {violated,
          logic::evaluate(semantics.promise(step == 0), values)->as_bool()};
}

void check_plans(const model::Interface& a,
                 Explicit& theirs,
                 const contract::Semantics& semantics) {
  const auto goals = contract::purposes_of(a);
  contract::Planner planner(a, goals, {}, {});
  for (const contract::TestGoal& goal : goals) {
    const contract::Plan plan = planner.plan(goal);
    const Condition condition =
        theirs.condition(goal.target.first, goal.target.later);
    const auto depth = shortest(theirs, condition, Triggering::any);
    const bool there = depth && *depth <= *goal.within;
    EXPECT_NE(plan.status, PlanStatus::undecided) << plan.reason;
    if (plan.status != PlanStatus::found) {
      EXPECT_FALSE(there) << goal.id << " is reached after "
                          << depth.value_or(0);
      if (plan.status == PlanStatus::unreachable) {
        EXPECT_FALSE(shortest(theirs, condition, Triggering::none));
      }
      continue;
    }
    const auto anyhow = shortest(theirs, condition, Triggering::none);
    if (anyhow && plan.shortest) {
      EXPECT_LE(plan.depth, *anyhow) << goal.id;
    }
    ASSERT_LE(plan.run.size(), *goal.within);
    for (std::size_t s = 0; s < plan.run.size(); ++s) {
      const auto [violated, promised] = judged(semantics, plan.run, s);
      EXPECT_TRUE(violated.empty() && promised) << goal.id << " step " << s;
    }
    if (plan.guaranteed) {
      EXPECT_TRUE(is_guaranteed(theirs, condition, plan.inputs)) << goal.id;
    }
  }
}

/// Outputs of some step, or at random.
State next_step(Explicit& theirs, const Belief& belief, base::Rng& rng) {
  std::vector<State> good;
  const auto add = [&](const State* before) {
    for (const Step& step : theirs.steps(before)) {
      if (is_good(step)) good.push_back(theirs.observed(step.now));
    }
  };
  if (belief.first()) add(nullptr);
  for (const State& s : belief.states()) add(&s);
  State out(theirs.interface().variables.size(), 0);
  if (!good.empty()) out = good[rng.below(good.size())];
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    if (theirs.is(v, model::Role::hidden)) continue;
    if (good.empty() || rng.chance(1, 4)) {
      out[v] = rng.in_range(theirs.lo(v), theirs.hi(v));
    }
  }
  return out;
}

void check_traces(const model::Interface& a,
                  Explicit& theirs,
                  const contract::Semantics& semantics,
                  base::Rng& rng,
                  std::uint64_t& diagnosed) {
  Belief belief(theirs);
  contract::Monitor monitor(semantics);
  std::vector<Snapshot> trace;
  InputSequence inputs;
  for (int s = 0; s < 3; ++s) {
    const State now = next_step(theirs, belief, rng);
    const Seen seen = belief.step(now);
    trace.push_back(snapshot(theirs, now));
    inputs.emplace_back(a.variables.size());
    for (std::uint32_t v = 0; v < now.size(); ++v) {
      if (theirs.is(v, model::Role::input)) inputs.back()[v] = trace.back()[v];
    }
    const contract::Allowed allowed = monitor.step(trace.back());
    EXPECT_NE(allowed, contract::Allowed::undecided);
    // What some values explain, all do.
    if (seen == Seen::allowed) {
      EXPECT_NE(allowed, contract::Allowed::no);
    }
    if (seen == Seen::promise_broken) {
      EXPECT_EQ(allowed, contract::Allowed::anything);
    }
    const auto formulas = contract::allowed_outputs(semantics, inputs, {});
    ASSERT_EQ(formulas.size(), inputs.size());
    logic::Assignment values;
    for (std::size_t t = 0; t < trace.size(); ++t) {
      for (std::uint32_t v = 0; v < now.size(); ++v) {
        if (theirs.is(v, model::Role::hidden)) continue;
        values.set(semantics.at(v, t), trace[t][v]);
      }
    }
    const auto holds = logic::evaluate(formulas.back(), values);
    ASSERT_TRUE(holds);
    EXPECT_EQ(holds->as_bool(), allowed != contract::Allowed::no);
    if (allowed == contract::Allowed::yes && seen == Seen::allowed) continue;
    if (allowed != contract::Allowed::no) return;
    contract::DiagnosisOptions options;
    options.all = true;
    const contract::Diagnoses found =
        contract::diagnose(semantics, trace, options, {});
    EXPECT_TRUE(found.complete) << found.why_not;
    for (const contract::Diagnosis& d : found.found) {
      ++diagnosed;
      for (std::size_t t = 0; t < trace.size(); ++t) {
        const auto violated = judged(semantics, d.execution, t).first;
        EXPECT_EQ(violated,
                  t == d.step
                      ? std::set<std::size_t>(d.rules.begin(), d.rules.end())
                      : std::set<std::size_t>{});
      }
    }
    return;
  }
}

TEST(BruteRationals, NothingThatIsThereIsMissed) {
  const std::uint64_t count = how_many() / 4;
  std::uint64_t diagnosed = 0;
  std::uint64_t consistent = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'24, seed);
    const std::string text = Writer(rng).file();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Explicit theirs(a);
    const contract::Semantics semantics(a);
    check_plans(a, theirs, semantics);
    for (int n = 0; n < 2; ++n) {
      check_traces(a, theirs, semantics, rng, diagnosed);
    }
    // Who can go on with few values can with all: inputs are Boolean.
    contract::CheckSettings settings;
    settings.steps = 2;
    settings.views = settings.findings = settings.no_dead_end = false;
    const auto ours = contract::check_consistency(a, settings, {});
    Set all;
    for (std::uint32_t c = 0; c < a.contracts.size(); ++c) all.push_back(c);
    const auto lost = BruteForce(a).strategy(all).lost_at;
    if (!lost || *lost > 2) {
      ++consistent;
      EXPECT_NE(ours.strategy->verdict,
                contract::ConsistencyStatus::inconsistent);
    } else if (ours.strategy->verdict ==
               contract::ConsistencyStatus::inconsistent) {
      EXPECT_GE(ours.strategy->k, *lost);
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(diagnosed, count / 4);
  EXPECT_GT(consistent, count / 10);
}

}  // namespace
}  // namespace catenary::oracle
