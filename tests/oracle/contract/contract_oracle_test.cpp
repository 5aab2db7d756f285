// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/rng.h"
#include "engine/contract/consistency/consistency.h"
#include "frontend/contract/contract.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/smtlib.h"
#include "oracle/contract/brute_force.h"
#include "oracle/contract/random_req.h"
#include "unit/engine/contract/interfaces.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::testing::At;
using contract::testing::Builder;
using model::Role;

/// Random interfaces of few valuations, whose contracts are short.
class Generator {
 public:
  explicit Generator(base::Rng& rng) : rng_(rng) {}

  model::Interface make() {
    Builder b("random");
    b.boolean(Role::input, "i");
    names_.push_back("i");
    if (rng_.below(3) == 0) {
      b.integer(Role::input, "j", 0, 2);
      numbers_.push_back("j");
    }
    b.boolean(Role::output, "x");
    names_.push_back("x");
    const int lo = static_cast<int>(rng_.below(3)) - 1;
    b.integer(Role::output, "n", lo, lo + 1 + static_cast<int>(rng_.below(3)));
    numbers_.push_back("n");
    if (rng_.below(2) == 0) {
      b.boolean(Role::hidden, "h");
      names_.push_back("h");
    }
    if (rng_.below(3) == 0) {
      b.promise("p", promise());
    }
    const std::uint64_t contracts = 2 + rng_.below(5);
    for (std::uint64_t c = 0; c < contracts; ++c) {
      b.requirement("r" + std::to_string(c));
      const std::uint64_t kind = rng_.below(4);
      const At at = kind == 0 ? At::init : kind == 1 ? At::always : At::step;
      const bool before = at == At::step;
      b.contract("c" + std::to_string(c),
                 at,
                 rng_.below(4) == 0 ? "" : condition(before, true, 1),
                 condition(before, false, 1));
    }
    return b.build();
  }

 private:
  std::string any(const std::vector<std::string>& of) {
    return of[rng_.below(of.size())];
  }
  std::string tick(const std::string& name, bool before) {
    return before && rng_.below(2) == 0 ? name : name + "'";
  }
  std::string number(bool before) {
    switch (rng_.below(4)) {
      case 0:
        return std::to_string(rng_.below(3));
      case 1:
        return "(" + std::string(rng_.below(2) == 0 ? "+ " : "- ") +
               tick(any(numbers_), before) + " 1)";
      default:
        return tick(any(numbers_), before);
    }
  }
  std::string condition(bool before, bool inputs, int depth) {
    switch (rng_.below(depth > 0 ? 7 : 4)) {
      case 0:
        return inputs ? tick("i", before) : tick(any(names_), before);
      case 1:
        return tick(any(names_), before);
      case 2:
        return "(= " + number(before) + " " + number(before) + ")";
      case 3:
        return "(< " + number(before) + " " + number(before) + ")";
      case 4:
        return "(and " + condition(before, inputs, depth - 1) + " " +
               condition(before, inputs, depth - 1) + ")";
      case 5:
        return "(or " + condition(before, inputs, depth - 1) + " " +
               condition(before, inputs, depth - 1) + ")";
      default:
        return "(not " + condition(before, inputs, depth - 1) + ")";
    }
  }
  std::string promise() {
    switch (rng_.below(4)) {
      case 0:
        return "(not (and i i'))";
      case 1:
        return "(or i' x)";
      case 2:
        return "(and i' (not i))";
      default:
        return "(= i' (= n 0))";
    }
  }

  base::Rng& rng_;
  std::vector<std::string> names_, numbers_;
};

std::string show(const model::Interface& a) {
  std::string out;
  for (const model::Contract& c : a.contracts) {
    out += c.id + (c.at_init ? " init" : "") + (c.at_step ? " step" : "") +
           " " + logic::to_smtlib(c.assumption) + " |- " +
           logic::to_smtlib(c.guarantee) + "\n";
  }
  for (const model::Promise& p : a.promises) {
    out += "promise " + logic::to_smtlib(p.condition) + "\n";
  }
  return out;
}

std::vector<Set> sets_of(const contract::Judgement& j) {
  std::vector<Set> out;
  for (const contract::Culprits& c : j.culprits) out.push_back(c.contracts);
  std::sort(out.begin(), out.end());
  return out;
}

void compare_verdict(const contract::Judgement& ours,
                     const BruteForce::Notion& theirs) {
  if (!theirs.lost_at) {
    EXPECT_EQ(ours.verdict, contract::ConsistencyStatus::consistent);
    EXPECT_TRUE(ours.for_ever);
    return;
  }
  EXPECT_EQ(ours.verdict, contract::ConsistencyStatus::inconsistent);
  EXPECT_EQ(ours.k, *theirs.lost_at);
}

/// Every step but the last is one that all `contracts` allow.
void check_traces(const model::Interface& a,
                  const contract::Judgement& j,
                  const Set* contracts) {
  for (const contract::Culprits& c : j.culprits) {
    ASSERT_EQ(c.trace.size(), j.k + 1);
    for (std::size_t t = 0; t + 1 < c.trace.size(); ++t) {
      logic::Assignment values;
      const auto put = [&](const contract::Valuation& of, bool now) {
        for (const auto& [v, value] : of) {
          values.set(now ? a.variables[v].now : a.variables[v].before, value);
        }
      };
      put(c.trace[t].inputs, true);
      put(c.trace[t].answer, true);
      if (t > 0) {
        put(c.trace[t - 1].inputs, false);
        put(c.trace[t - 1].answer, false);
      }
      for (const std::uint32_t i :
           contracts == nullptr ? c.contracts : *contracts) {
        const auto value = logic::evaluate(
            model::formula_at(a, a.contracts[i], t == 0), values);
        // A trace shows what its part of the interface mentions.
        if (value) {
          EXPECT_TRUE(value->as_bool()) << t;
        }
      }
    }
    EXPECT_TRUE(c.trace.back().answer.empty());
  }
}

struct Counts {
  std::uint64_t compared = 0, inconsistent = 0, differ = 0, of_views = 0;
};

/// Everything that is said about consistency, of an interface and its views.
void compare(const model::Interface& a, bool second_opinion, Counts& counts) {
  ++counts.compared;
  contract::CheckSettings settings;
  settings.second_opinion = second_opinion;
  const contract::Consistency ours =
      contract::check_consistency(a, settings, {});
  const BruteForce theirs(a);
  Set all;
  for (std::uint32_t c = 0; c < a.contracts.size(); ++c) {
    if (!a.contracts[c].definition) all.push_back(c);
  }
  const BruteForce::Notion strategy = theirs.strategy(all);
  compare_verdict(*ours.strategy, strategy);
  if (strategy.lost_at) {
    ++counts.inconsistent;
    EXPECT_EQ(sets_of(*ours.strategy), theirs.conflicts(*strategy.lost_at));
    EXPECT_EQ(ours.strategy->corrections,
              theirs.corrections(*strategy.lost_at));
    EXPECT_TRUE(ours.strategy->all_culprits);
    check_traces(a, *ours.strategy, nullptr);
    // Bounded: consistent up to the step before.
    if (*strategy.lost_at > 0) {
      contract::CheckSettings bounded = settings;
      bounded.steps = *strategy.lost_at - 1;
      bounded.views = bounded.findings = false;
      EXPECT_EQ(contract::check_consistency(a, bounded, {}).strategy->verdict,
                contract::ConsistencyStatus::consistent);
    }
  }
  const BruteForce::Notion dead = theirs.no_dead_end(all);
  compare_verdict(*ours.no_dead_end, dead);
  if (dead.lost_at && !strategy.lost_at) ++counts.differ;
  for (const contract::ViewJudgement& view : ours.views) {
    Set some;
    for (const std::uint32_t v : view.views) {
      for (const std::uint32_t r : a.views[v].requirements) {
        for (const std::uint32_t c : a.requirements[r].contracts) {
          if (!a.contracts[c].definition) some.push_back(c);
        }
      }
    }
    ++counts.of_views;
    compare_verdict(*view.strategy, theirs.strategy(some));
    compare_verdict(*view.no_dead_end, theirs.no_dead_end(some));
  }
  if (!dead.lost_at) return;
  check_traces(a, *ours.no_dead_end, &all);
  const std::vector<Set> cores = sets_of(*ours.no_dead_end);
  std::set<Set> possible;
  for (const std::set<Set>& at : theirs.cores(*dead.lost_at)) {
    possible.insert(at.begin(), at.end());
    // Every dead end is explained.
    EXPECT_TRUE(std::any_of(cores.begin(), cores.end(), [&](auto& core) {
      return std::any_of(at.begin(), at.end(), [&](const Set& least) {
        return std::includes(
            core.begin(), core.end(), least.begin(), least.end());
      });
    }));
  }
  for (const Set& core : cores) EXPECT_TRUE(possible.contains(core));
}

/// Of files: all forms of contracts, several views.
TEST(BruteForceOracle, AgreesOnRandomFiles) {
  Counts counts;
  const std::uint64_t count = how_many();
  constexpr std::uint64_t kLargest = 300;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'16, seed);
    Wanted wanted;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    if (a.contracts.size() > 11 || BruteForce::size(a) > kLargest) continue;
    compare(a, seed % 20 == 19, counts);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(counts.compared, count / 2);
  EXPECT_GT(counts.inconsistent, count / 20);
  EXPECT_LT(counts.inconsistent, count - count / 20);
  EXPECT_GT(counts.differ, 0U);
  EXPECT_GT(counts.of_views, count / 2);
}

TEST(BruteForceOracle, AgreesOnRandomInterfaces) {
  Counts counts;
  const std::uint64_t count = how_many();
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'17, seed);
    const model::Interface a = Generator(rng).make();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + show(a));
    // Z3 is slow: now and then is enough.
    compare(a, seed % 20 == 19, counts);
    if (::testing::Test::HasFailure()) return;
  }
  // The interfaces are of all kinds.
  EXPECT_GT(counts.inconsistent, count / 20);
  EXPECT_LT(counts.inconsistent, count - count / 20);
  EXPECT_GT(counts.differ, 0U);
}

}  // namespace
}  // namespace catenary::oracle
