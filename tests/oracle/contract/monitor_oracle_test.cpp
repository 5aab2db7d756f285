// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts on outputs of random interfaces against enumeration of what hidden
/// variables may have been: the monitor, the formulas of a test, the
/// expectations that stand in suites, and the monitors of views.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "base/rng.h"
#include "engine/contract/monitor/monitor.h"
#include "engine/contract/monitor/simulation.h"
#include "engine/contract/testing/expectations.h"
#include "exec/oracle.h"
#include "frontend/contract/contract.h"
#include "logic/term/evaluate/evaluate.h"
#include "oracle/contract/brute_force.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::Allowed;

Allowed as_allowed(Seen seen) {
  switch (seen) {
    case Seen::allowed:
      return Allowed::yes;
    case Seen::violation:
      return Allowed::no;
    case Seen::promise_broken:
      break;
  }
  return Allowed::anything;
}

/// Inputs that keep the promises of some execution while there is one, mostly.
std::vector<State> random_inputs(Explicit& a, base::Rng& rng) {
  std::vector<State> out;
  std::optional<State> at;
  const std::uint64_t length = 1 + rng.below(4);
  for (std::uint64_t s = 0; s < length; ++s) {
    std::vector<const Step*> good;
    for (const Step& step : a.steps(at ? &*at : nullptr)) {
      if (is_good(step)) good.push_back(&step);
    }
    if (good.empty() || rng.chance(1, 8)) {
      out.push_back(a.inputs()[rng.below(a.inputs().size())]);
      if (!good.empty()) at = good[rng.below(good.size())]->now;
      continue;
    }
    at = good[rng.below(good.size())]->now;
    out.push_back(*at);
  }
  return out;
}

/// The inputs with outputs that are allowed, mostly.
State random_step(Explicit& a,
                  const Belief& belief,
                  const State& inputs,
                  base::Rng& rng) {
  std::vector<State> good;
  const auto add = [&](const State* before) {
    for (const Step& step : a.steps(before)) {
      if (step.violated == 0 && a.same_inputs(step.now, inputs)) {
        good.push_back(a.observed(step.now));
      }
    }
  };
  if (belief.first()) add(nullptr);
  for (const State& s : belief.states()) add(&s);
  State out = inputs;
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    if (!a.is(v, model::Role::input)) out[v] = 0;
  }
  if (!good.empty() && !rng.chance(1, 4)) return good[rng.below(good.size())];
  const State from = good.empty() ? out : good[rng.below(good.size())];
  for (std::uint32_t v = 0; v < out.size(); ++v) {
    if (!a.is(v, model::Role::output)) continue;
    const bool number = a.interface().variables[v].lo.has_value();
    const std::int64_t more = number && rng.chance(1, 8) ? 1 : 0;
    out[v] = rng.chance(1, 2) ? from[v]
                              : rng.in_range(a.lo(v) - more, a.hi(v) + more);
  }
  return out;
}

/// The verdict of what stands in a suite on the last step.
bool accepts(const Explicit& a,
             const contract::Expectations& expected,
             const std::vector<State>& trace) {
  const model::Interface& interface = a.interface();
  const suite::Signature signature = contract::signature_of(interface);
  std::vector<exec::Binding> bindings;
  for (std::size_t s = 0; s < trace.size(); ++s) {
    for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
      if (a.is(v, model::Role::hidden)) continue;
      const std::string& name = interface.variables[v].name;
      const logic::Value value = a.value(v, trace[s][v]);
      bindings.emplace_back(name + "@" + std::to_string(s + 1), value);
      if (s + 1 == trace.size()) bindings.emplace_back(name, value);
      if (s + 2 == trace.size()) bindings.emplace_back(name + "@pre", value);
    }
  }
  for (const suite::ExpectedOutput& e : expected.steps[trace.size() - 1]) {
    const std::uint32_t v =
        *interface.find_variable(signature.outputs[e.signal].name);
    std::string why;
    const auto judged =
        exec::judge(e.expectation, a.value(v, trace.back()[v]), bindings, why);
    EXPECT_NE(judged, exec::Judgement::unresolved) << why;
    if (judged != exec::Judgement::holds) return false;
  }
  return true;
}

/// A view with a monitor of its own.
struct View {
  explicit View(const model::Interface& whole, std::uint32_t view)
      : interface(model::project(whole, {view})),
        semantics(interface),
        monitor(semantics) {
    for (const model::InterfaceVariable& v : interface.variables) {
      in_whole.push_back(*whole.find_variable(v.name));
    }
  }
  Allowed step(const Snapshot& of_whole) {
    Snapshot own;
    for (const std::uint32_t v : in_whole) own.push_back(of_whole[v]);
    return monitor.step(own);
  }
  model::Interface interface;
  contract::Semantics semantics;
  contract::Monitor monitor;
  std::vector<std::uint32_t> in_whole;
};

struct Counts {
  std::uint64_t yes = 0, no = 0, anything = 0, inexact = 0, of_views = 0;
};

class Session {
 public:
  Session(const model::Interface& a, base::Rng& rng, Counts& counts)
      : a_(a), theirs_(a), semantics_(a), rng_(rng), counts_(counts) {
    inputs_ = random_inputs(theirs_, rng);
    for (const State& s : inputs_) {
      given_.emplace_back(a.variables.size());
      for (std::uint32_t v = 0; v < s.size(); ++v) {
        if (theirs_.is(v, model::Role::input) && !rng.chance(1, 6)) {
          given_.back()[v] = theirs_.value(v, s[v]);
        }
      }
    }
    expected_ = contract::ExpectationMaker(a).make(given_);
    if (rng.chance(1, 8)) {
      formulas_ = contract::allowed_outputs(semantics_, given_, {});
      EXPECT_EQ(formulas_.size(), given_.size());
    }
  }

  void trace();

 private:
  bool formula_holds(std::size_t step, const std::vector<State>& trace) const {
    logic::Assignment values;
    for (std::size_t s = 0; s < trace.size(); ++s) {
      for (std::uint32_t v = 0; v < trace[s].size(); ++v) {
        if (theirs_.is(v, model::Role::hidden)) continue;
        values.set(semantics_.at(v, s), theirs_.value(v, trace[s][v]));
      }
    }
    const auto value = logic::evaluate(formulas_[step], values);
    EXPECT_TRUE(value) << "hidden variables are left";
    return value && value->as_bool();
  }

  const model::Interface& a_;
  Explicit theirs_;
  contract::Semantics semantics_;
  base::Rng& rng_;
  Counts& counts_;
  std::vector<State> inputs_;
  InputSequence given_;
  contract::Expectations expected_;
  std::vector<logic::Term> formulas_;
};

void Session::trace() {
  Belief belief(theirs_);
  contract::Monitor monitor(semantics_);
  std::vector<std::unique_ptr<View>> views;
  for (std::uint32_t v = 0; v < a_.views.size(); ++v) {
    views.push_back(std::make_unique<View>(a_, v));
  }
  std::vector<State> trace;
  for (std::size_t s = 0; s < inputs_.size(); ++s) {
    State inputs = inputs_[s];
    const auto& all = theirs_.inputs();
    // What is not given may be anything.
    for (const State& other : all) {
      bool fits = rng_.chance(1, 2);
      for (std::uint32_t v = 0; v < other.size(); ++v) {
        fits = fits && (!given_[s][v] || other[v] == inputs_[s][v] ||
                        !theirs_.is(v, model::Role::input));
      }
      if (fits) inputs = other;
    }
    trace.push_back(random_step(theirs_, belief, inputs, rng_));
    const Seen seen = belief.step(trace.back());
    const Snapshot now = snapshot(theirs_, trace.back());
    EXPECT_EQ(monitor.step(now), as_allowed(seen)) << "step " << s;
    const bool accepted = accepts(theirs_, expected_, trace);
    if (expected_.exact || !accepted) {
      EXPECT_EQ(accepted, seen != Seen::violation) << "step " << s;
    }
    if (!formulas_.empty()) {
      EXPECT_EQ(formula_holds(s, trace), seen != Seen::violation)
          << "step " << s;
    }
    for (const auto& view : views) {
      const Allowed of_view = view->step(now);
      if (seen == Seen::allowed) {
        EXPECT_NE(of_view, Allowed::no) << "a view fails, the whole does not";
      }
      if (of_view == Allowed::no) ++counts_.of_views;
    }
    if (::testing::Test::HasFailure()) {
      for (const State& t : trace) {
        std::string shown;
        for (std::uint32_t v = 0; v < t.size(); ++v) {
          shown += a_.variables[v].name + "=" +
                   theirs_.value(v, t[v]).to_string() + " ";
        }
        ADD_FAILURE() << shown;
      }
      return;
    }
    (seen == Seen::allowed     ? counts_.yes
     : seen == Seen::violation ? counts_.no
                               : counts_.anything)++;
    if (!expected_.exact) ++counts_.inexact;
    if (seen != Seen::allowed) return;
  }
}

TEST(BruteMonitors, AgreeOnRandomTraces) {
  Counts counts;
  const std::uint64_t count = how_many();
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'20, seed);
    Wanted wanted;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Session session(a, rng, counts);
    for (int n = 0; n < 5; ++n) {
      session.trace();
      if (::testing::Test::HasFailure()) return;
    }
  }
  EXPECT_GT(counts.yes, count);
  EXPECT_GT(counts.no, count);
  EXPECT_GT(counts.anything, count / 20);
  EXPECT_GT(counts.of_views, count / 2);
  EXPECT_LT(counts.inexact, counts.yes / 50);
}

/// What is simulated conforms, and goes on as long as anybody can.
TEST(BruteMonitors, SimulationsConform) {
  const std::uint64_t count = how_many();
  std::uint64_t answered = 0;
  std::uint64_t steady = 0;
  constexpr std::uint64_t kLargest = 200;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'26, seed);
    Wanted wanted;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Explicit theirs(a);
    // Whether somebody can answer for ever.
    bool for_ever = false;
    if (BruteForce::size(a) <= kLargest) {
      Set all;
      for (std::uint32_t c = 0; c < a.contracts.size(); ++c) all.push_back(c);
      for_ever = !BruteForce(a).strategy(all).lost_at;
    }
    if (for_ever) ++steady;
    std::optional<std::uint64_t> random;
    if (rng.chance(1, 2)) random = rng.next();
    const auto ours = contract::simulate(a, random, {});
    for (int n = 0; n < 3; ++n) {
      ours->restart();
      Belief belief(theirs);
      for (int s = 0; s < 6; ++s) {
        const State inputs = theirs.inputs()[rng.below(theirs.inputs().size())];
        Belief kept = belief;
        const auto answer = ours->step(snapshot(theirs, inputs));
        // A promise that is broken ends what is asked for.
        if (kept.step(inputs) == Seen::promise_broken) break;
        if (!answer) {
          EXPECT_FALSE(for_ever) << "no answer";
          break;
        }
        ++answered;
        const State now = state_of(theirs, *answer);
        EXPECT_TRUE(theirs.same_inputs(now, inputs));
        EXPECT_EQ(belief.step(now), Seen::allowed) << "step " << s;
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(answered, count);
  EXPECT_GT(steady, count / 10);
}

}  // namespace
}  // namespace catenary::oracle
