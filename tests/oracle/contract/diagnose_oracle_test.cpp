// SPDX-License-Identifier: Apache-2.0
/// \file
/// Diagnoses of failing traces of random interfaces against enumeration of all
/// values that hidden variables may have had: the same sets of violated
/// requirements, in the order that is promised.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "base/rng.h"
#include "engine/contract/monitor/diagnose.h"
#include "frontend/contract/contract.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::Diagnoses;
using contract::Diagnosis;

/// What an execution violates, bit by bit, and the least such execution.
using Explanations = std::map<std::uint64_t, std::vector<State>>;

/// Executions that show the trace, all steps but `at` without a violation.
class Enumeration {
 public:
  Enumeration(Explicit& a, const std::vector<State>& trace, std::size_t at)
      : a_(a), trace_(trace), at_(at) {
    go(nullptr, 0);
  }
  [[nodiscard]] const Explanations& found() const { return found_; }

 private:
  void go(const State* before, std::uint64_t violated) {
    const std::size_t s = run_.size();
    if (s == trace_.size()) {
      auto& least = found_[violated];
      if (least.empty() || run_ < least) least = run_;
      return;
    }
    constexpr std::int64_t kMargin = 8;
    for (const Step& step :
         a_.showing(before, trace_[s], s == at_ ? kMargin : 0)) {
      const bool good = s == at_ ? step.violated != 0 &&
                                       (step.violated & a_.definitions()) == 0
                                 : step.violated == 0;
      if (!good) continue;
      run_.push_back(step.now);
      const State now = step.now;
      go(&now, s == at_ ? step.violated : violated);
      run_.pop_back();
    }
  }

  Explicit& a_;
  const std::vector<State>& trace_;
  std::size_t at_;
  std::vector<State> run_;
  Explanations found_;
};

/// Requirements and ranges that are violated.
using Blamed = std::pair<std::vector<std::uint32_t>, std::uint64_t>;

Blamed blamed(const model::Interface& a, std::uint64_t violated) {
  Blamed out;
  std::set<std::uint32_t> requirements;
  for (std::uint32_t r = 0; r < 64; ++r) {
    if ((violated >> r & 1) == 0) continue;
    if (r < a.contracts.size()) {
      requirements.insert(a.contracts[r].requirement);
    } else {
      out.second |= std::uint64_t{1} << r;
    }
  }
  out.first.assign(requirements.begin(), requirements.end());
  return out;
}

/// Whether `a` comes first: with a rule of a lower number where they differ.
bool earlier(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t differ = a ^ b;
  return (a & (differ & ~(differ - 1))) != 0;
}

/// The order that diagnose() promises, for one step.
std::vector<std::uint64_t> ordered(const model::Interface& a,
                                   std::set<std::uint64_t> sets,
                                   bool all) {
  std::vector<std::uint64_t> out;
  std::uint64_t uncovered = 0;
  for (const std::uint64_t s : sets) uncovered |= s;
  while (true) {
    std::uint64_t best = 0;
    for (const std::uint64_t s : sets) {
      if ((s & uncovered) == 0) continue;
      const auto rank = [&](std::uint64_t set) {
        return std::pair(-std::popcount(set & uncovered), std::popcount(set));
      };
      if (best == 0 || rank(s) < rank(best) ||
          (rank(s) == rank(best) && earlier(s, best))) {
        best = s;
      }
    }
    if (best == 0) break;
    out.push_back(best);
    uncovered &= ~best;
  }
  if (!all) return out;
  std::set<Blamed> known;
  std::erase_if(out,
                [&](auto s) { return !known.insert(blamed(a, s)).second; });
  std::vector<std::uint64_t> rest;
  while (true) {
    std::uint64_t best = 0;
    for (const std::uint64_t s : sets) {
      if (known.contains(blamed(a, s))) continue;
      if (best == 0 || std::popcount(s) > std::popcount(best) ||
          (std::popcount(s) == std::popcount(best) && earlier(s, best))) {
        best = s;
      }
    }
    if (best == 0) break;
    rest.push_back(best);
    known.insert(blamed(a, best));
  }
  std::stable_sort(rest.begin(), rest.end(), [](auto x, auto y) {
    return std::popcount(x) != std::popcount(y)
               ? std::popcount(x) < std::popcount(y)
               : earlier(x, y);
  });
  out.insert(out.end(), rest.begin(), rest.end());
  return out;
}

struct Expected {
  std::size_t step = 0;
  std::uint64_t violated = 0;
  std::vector<State> execution;  ///< empty where any will do
};

/// Visible violations first, then those of ranges of hidden variables alone.
std::vector<Expected> expected_at(Explicit& a,
                                  const std::vector<State>& trace,
                                  std::size_t step,
                                  bool all) {
  const Enumeration found(a, trace, step);
  std::vector<Expected> out;
  for (const bool hidden : {false, true}) {
    std::set<std::uint64_t> sets;
    for (const auto& [set, run] : found.found()) {
      if (hidden ? (set & ~a.hidden_ranges()) == 0
                 : (set & a.hidden_ranges()) == 0) {
        sets.insert(set);
      }
    }
    for (const std::uint64_t set : ordered(a.interface(), sets, all)) {
      out.push_back(
          {step, set, hidden ? std::vector<State>{} : found.found().at(set)});
    }
  }
  return out;
}

/// A trace whose last step is the first that is not allowed, or nothing.
std::vector<State> failing_trace(Explicit& a, base::Rng& rng) {
  std::vector<State> out;
  Belief belief(a);
  for (std::uint64_t s = 0; s < 4; ++s) {
    std::vector<State> good;
    const auto add = [&](const State* before) {
      for (const Step& step : a.steps(before)) {
        if (is_good(step)) good.push_back(a.observed(step.now));
      }
    };
    if (belief.first()) add(nullptr);
    for (const State& state : belief.states()) add(&state);
    State next = good.empty()
                     ? a.observed(a.inputs()[rng.below(a.inputs().size())])
                     : good[rng.below(good.size())];
    for (std::uint32_t v = 0; v < next.size(); ++v) {
      if (!a.is(v, model::Role::output)) continue;
      const bool number = a.interface().variables[v].lo.has_value();
      const std::int64_t more = number && rng.chance(1, 10) ? 1 : 0;
      if (good.empty() || rng.chance(1, s < 2 ? 12 : 3)) {
        next[v] = rng.in_range(a.lo(v) - more, a.hi(v) + more);
      }
    }
    out.push_back(next);
    switch (belief.step(next)) {
      case Seen::allowed:
        continue;
      case Seen::violation:
        return out;
      case Seen::promise_broken:
        return {};
    }
  }
  return {};
}

std::string shown(const std::vector<std::vector<std::uint32_t>>& sets) {
  std::string out;
  for (const auto& set : sets) {
    out += "{";
    for (const std::uint32_t s : set) out += std::to_string(s) + " ";
    out += "}";
  }
  return out;
}

TEST(BruteDiagnoses, AgreeOnRandomTraces) {
  const std::uint64_t count = how_many();
  std::uint64_t diagnosed = 0;
  std::uint64_t several = 0;
  std::uint64_t latent = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'21, seed);
    Wanted wanted;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    Explicit theirs(a);
    const contract::Semantics semantics(a);
    std::vector<State> trace;
    for (int n = 0; n < 5 && trace.empty(); ++n) {
      trace = failing_trace(theirs, rng);
    }
    if (trace.empty()) continue;
    ++diagnosed;
    contract::DiagnosisOptions options;
    options.all = rng.chance(1, 2);
    options.latent = rng.chance(2, 3);
    std::vector<Snapshot> observed;
    for (const State& s : trace) observed.push_back(snapshot(theirs, s));
    const Diagnoses ours = contract::diagnose(semantics, observed, options, {});
    EXPECT_TRUE(ours.complete) << ours.why_not;
    std::vector<Expected> expected;
    const std::size_t first = options.latent ? 0 : trace.size() - 1;
    for (std::size_t s = trace.size(); s-- > first;) {
      const auto more = expected_at(theirs, trace, s, options.all);
      expected.insert(expected.end(), more.begin(), more.end());
    }
    std::vector<std::vector<std::uint32_t>> our_sets;
    std::vector<std::vector<std::uint32_t>> their_sets;
    for (const Diagnosis& d : ours.found) {
      our_sets.emplace_back(d.rules.begin(), d.rules.end());
    }
    for (const Expected& e : expected) {
      their_sets.emplace_back();
      for (std::uint32_t r = 0; r < 64; ++r) {
        if ((e.violated >> r & 1) != 0) their_sets.back().push_back(r);
      }
    }
    ASSERT_EQ(shown(our_sets), shown(their_sets));
    for (std::size_t n = 0; n < expected.size(); ++n) {
      const Diagnosis& d = ours.found[n];
      EXPECT_EQ(d.step, expected[n].step);
      EXPECT_EQ(d.latent, d.step + 1 < trace.size());
      EXPECT_EQ(d.requirements, blamed(a, expected[n].violated).first);
      std::vector<State> run;
      for (const Snapshot& s : d.execution) {
        run.push_back(state_of(theirs, s));
      }
      if (!expected[n].execution.empty()) {
        EXPECT_EQ(run, expected[n].execution);
      }
      if (d.latent) ++latent;
    }
    if (expected.size() > 1) ++several;
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(diagnosed, count / 2);
  EXPECT_GT(several, count / 20);
  if (count >= 200) {
    EXPECT_GT(latent, 0U);
  }
}

}  // namespace
}  // namespace catenary::oracle
