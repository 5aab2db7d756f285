// SPDX-License-Identifier: Apache-2.0
/// \file
/// Refinement between random interfaces against enumeration of all traces, by
/// the sets of hidden states that explain them.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engine/contract/refinement/difference.h"
#include "engine/contract/refinement/refinement.h"
#include "frontend/contract/contract.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;
using contract::Conformity;

/// What both may be thought to be in; nothing is before the first step.
using States = std::set<std::optional<State>>;
using Pair = std::pair<States, States>;

/// Observed values in the order of the first interface's variables.
class Traces {
 public:
  Traces(const model::Interface& a, const model::Interface& b) : a_(a), b_(b) {
    for (const model::InterfaceVariable& v : a.variables) {
      if (v.role == model::Role::hidden) continue;
      of_a_.push_back(*a.find_variable(v.name));
      of_b_.push_back(*b.find_variable(v.name));
    }
  }

  /// Whether every trace of both goes on as refinement asks for.
  bool refines() {
    std::vector<Pair> open{{{std::nullopt}, {std::nullopt}}};
    std::set<Pair> seen(open.begin(), open.end());
    while (!open.empty()) {
      const Pair at = open.back();
      open.pop_back();
      for (const State& inputs : a_.inputs()) {
        // Promises read nothing hidden here, so that all agree.
        if (!sent(at, inputs)) continue;
        const auto answers = answers_of(at.second, b_, of_b_, inputs);
        const auto allowed = answers_of(at.first, a_, of_a_, inputs);
        if (answers.empty()) return false;
        for (const auto& [observed, next] : answers) {
          const auto same = allowed.find(observed);
          if (same == allowed.end()) return false;
          const Pair pair{same->second, next};
          if (seen.insert(pair).second) open.push_back(pair);
        }
      }
    }
    return true;
  }

  /// Steps of a shortest trace of both, up to its last step, which the second
  /// interface allows and the first does not.
  std::optional<std::uint32_t> difference() {
    std::set<Pair> seen{{{std::nullopt}, {std::nullopt}}};
    std::vector<Pair> open(seen.begin(), seen.end());
    for (std::uint32_t steps = 1; !open.empty(); ++steps) {
      std::vector<Pair> next;
      for (const Pair& at : open) {
        for (const State& inputs : a_.inputs()) {
          if (!sent(at, inputs)) continue;
          const auto allowed = answers_of(at.first, a_, of_a_, inputs);
          for (const auto& [observed, to] :
               answers_of(at.second, b_, of_b_, inputs)) {
            const auto same = allowed.find(observed);
            if (same == allowed.end()) return steps;
            const Pair pair{same->second, to};
            if (seen.insert(pair).second) next.push_back(pair);
          }
        }
      }
      open = std::move(next);
    }
    return std::nullopt;
  }

  /// Whether the trace shows that it is no refinement.
  bool shows(const std::vector<contract::TraceStep>& trace) {
    Pair at{{std::nullopt}, {std::nullopt}};
    for (std::size_t t = 0; t < trace.size(); ++t) {
      State inputs(a_.interface().variables.size(), 0);
      for (const auto& [v, value] : trace[t].inputs) {
        inputs[v] = a_.number(value);
      }
      if (!sent(at, inputs)) return false;
      const auto answers = answers_of(at.second, b_, of_b_, inputs);
      if (trace[t].answer.empty()) {
        return answers.empty() && t + 1 == trace.size();
      }
      State now = inputs;
      for (const auto& [v, value] : trace[t].answer) now[v] = a_.number(value);
      const std::vector<std::int64_t> observed = shown(now, of_a_);
      const auto allowed = answers_of(at.first, a_, of_a_, inputs);
      if (!answers.contains(observed)) return false;
      if (!allowed.contains(observed)) return t + 1 == trace.size();
      at = {allowed.at(observed), answers.at(observed)};
    }
    return false;
  }

 private:
  using Answers = std::map<std::vector<std::int64_t>, States>;

  static std::vector<std::int64_t> shown(
      const State& state, const std::vector<std::uint32_t>& variables) {
    std::vector<std::int64_t> out;
    for (const std::uint32_t v : variables) out.push_back(state[v]);
    return out;
  }
  bool sent(const Pair& at, const State& inputs) {
    return std::any_of(at.first.begin(), at.first.end(), [&](auto& before) {
      return a_.promised(before ? &*before : nullptr, inputs);
    });
  }
  Answers answers_of(const States& at,
                     Explicit& of,
                     const std::vector<std::uint32_t>& variables,
                     const State& inputs_of_a) {
    Answers out;
    for (const auto& before : at) {
      for (const Step& step : of.steps(before ? &*before : nullptr)) {
        if (!is_good(step)) continue;
        bool same = true;
        for (std::size_t i = 0; i < variables.size(); ++i) {
          same = same && (!of.is(variables[i], model::Role::input) ||
                          step.now[variables[i]] == inputs_of_a[of_a_[i]]);
        }
        if (same) out[shown(step.now, variables)].insert(step.now);
      }
    }
    return out;
  }

  Explicit a_, b_;
  std::vector<std::uint32_t> of_a_, of_b_;
};

TEST(BruteRefinement, AgreesOnRandomPairs) {
  const std::uint64_t count = how_many();
  std::uint64_t refines = 0;
  std::uint64_t fails = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'22, seed);
    Wanted wanted;
    wanted.purposes = false;
    wanted.promises_read_hidden = false;
    const RandomReq file = random_req(rng, wanted);
    const std::string one = file.text();
    const std::string other = relative_of(file, rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + one + "and\n" + other);
    const model::Interface a = frontend::contract::parse(one, "a.req");
    const model::Interface b = frontend::contract::parse(other, "b.req");
    for (const bool swapped : {false, true}) {
      const model::Interface& refined = swapped ? b : a;
      const model::Interface& refining = swapped ? a : b;
      const contract::Refinement ours =
          contract::check_refinement(refining, refined, {});
      Traces theirs(refined, refining);
      switch (ours.outcome) {
        case Conformity::conforms:
          ++refines;
          EXPECT_TRUE(theirs.refines());
          break;
        case Conformity::fails:
          ++fails;
          EXPECT_FALSE(theirs.refines());
          EXPECT_TRUE(theirs.shows(ours.trace));
          break;
        case Conformity::undecided:
          ADD_FAILURE() << ours.reason;
          break;
      }
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(refines, count / 4);
  EXPECT_GT(fails, count / 4);
}

/// What a mutant allows and its original forbids.
TEST(BruteRefinement, DifferencesAreFound) {
  using contract::Difference;
  const std::uint64_t count = how_many();
  std::uint64_t found = 0;
  std::uint64_t none = 0;
  std::uint64_t undecided = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'25, seed);
    Wanted wanted;
    wanted.purposes = wanted.temporal = false;
    wanted.promises_read_hidden = false;
    const RandomReq file = random_req(rng, wanted);
    const std::string one = file.text();
    const std::string other = relative_of(file, rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + one + "and\n" + other);
    const model::Interface original = frontend::contract::parse(one, "a.req");
    const model::Interface mutant = frontend::contract::parse(other, "b.req");
    const auto search = contract::make_difference_search(mutant, original, {});
    std::optional<std::uint32_t> bound;
    if (rng.chance(1, 3)) bound = 1 + static_cast<std::uint32_t>(rng.below(3));
    const Difference ours = search->shortest(bound);
    Traces theirs(original, mutant);
    const auto steps = theirs.difference();
    switch (ours.outcome) {
      case model::Reachability::reached: {
        ++found;
        ASSERT_TRUE(steps);
        EXPECT_EQ(ours.run.size(), *steps);
        std::vector<contract::TraceStep> trace;
        for (const Snapshot& s : ours.run) {
          trace.emplace_back();
          for (std::uint32_t v = 0; v < s.size(); ++v) {
            const model::Role role = original.variables[v].role;
            if (role == model::Role::hidden) continue;
            (role == model::Role::input ? trace.back().inputs
                                        : trace.back().answer)
                .emplace(v, s[v]);
          }
        }
        EXPECT_TRUE(theirs.shows(trace));
        break;
      }
      case model::Reachability::unreachable:
        ++none;
        EXPECT_FALSE(steps);
        break;
      case model::Reachability::not_within_bound:
        ASSERT_TRUE(bound);
        EXPECT_TRUE(!steps || *steps > *bound);
        break;
      case model::Reachability::undecided:
        ++undecided;
        EXPECT_FALSE(original.fully_observable()) << ours.reason;
        break;
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(found, count / 10);
  EXPECT_GT(none, count / 10);
  EXPECT_LT(undecided, count / 10);
}

}  // namespace
}  // namespace catenary::oracle
