// SPDX-License-Identifier: Apache-2.0
/// \file
/// Findings about random interfaces against enumeration of the steps that runs
/// reach.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "engine/contract/consistency/findings.h"
#include "frontend/contract/contract.h"
#include "oracle/contract/random_req.h"
#include "oracle/contract/walk.h"

namespace catenary::oracle {
namespace {

namespace contract = engine::contract;

/// All steps after what runs reach, whether contracts allow them or not.
class Reached {
 public:
  explicit Reached(const model::Interface& a) : a_(a), explicit_(a) {
    std::set<std::optional<State>> seen{std::nullopt};
    std::vector<std::optional<State>> open{std::nullopt};
    while (!open.empty()) {
      const std::optional<State> at = open.back();
      open.pop_back();
      std::set<State> answered;
      for (const Step& step : explicit_.steps(at ? &*at : nullptr)) {
        if (!step.promised || (step.violated & explicit_.definitions()) != 0) {
          continue;
        }
        steps_.push_back({at, step});
        if (step.violated != 0) continue;
        answered.insert(inputs_of(step.now));
        if (seen.insert(step.now).second) open.push_back(step.now);
      }
      bool promised = false;
      for (const State& inputs : explicit_.inputs()) {
        if (!explicit_.promised(at ? &*at : nullptr, inputs)) continue;
        promised = true;
        dead_end_ = dead_end_ || !answered.contains(inputs);
      }
      unmet_ = unmet_ || !promised;
    }
  }

  [[nodiscard]] bool dead_end() const { return dead_end_; }
  [[nodiscard]] bool unmet() const { return unmet_; }

  /// Some step that violates nothing of `kept` is one where `what` says so.
  template <typename What>
  [[nodiscard]] bool some(std::uint64_t kept, const What& what) const {
    return std::any_of(steps_.begin(), steps_.end(), [&](const auto& s) {
      return (s.step.violated & kept) == 0 &&
             what(s.before ? &*s.before : nullptr, s.step);
    });
  }

  /// The assumption holds, at a step that the contract speaks of.
  [[nodiscard]] bool asked(std::uint32_t contract,
                           const State* before,
                           const State& now) const {
    const model::Contract& c = a_.contracts[contract];
    if (!(before == nullptr ? c.at_init : c.at_step)) return false;
    if (before == nullptr && model::reads_before(c.assumption)) return false;
    return Expression(a_, c.assumption).holds(before, now);
  }

 private:
  [[nodiscard]] State inputs_of(const State& of) const {
    State out = of;
    for (std::uint32_t v = 0; v < out.size(); ++v) {
      if (!explicit_.is(v, model::Role::input)) out[v] = 0;
    }
    return out;
  }

  struct At {
    std::optional<State> before;
    Step step;
  };
  const model::Interface& a_;
  Explicit explicit_;
  std::vector<At> steps_;
  bool dead_end_ = false, unmet_ = false;
};

/// Whether a term reads a variable, or a derived one whose definition does.
bool reads(const model::Interface& a, logic::Term term, logic::Term variable) {
  if (term == variable) return true;
  if (term.is_variable()) {
    return std::any_of(
        a.contracts.begin(), a.contracts.end(), [&](const auto& c) {
          return c.definition && c.guarantee[0] == term &&
                 reads(a, c.guarantee[1], variable);
        });
  }
  return std::any_of(term.operands().begin(),
                     term.operands().end(),
                     [&](logic::Term t) { return reads(a, t, variable); });
}

TEST(BruteFindings, AgreeOnRandomInterfaces) {
  const std::uint64_t count = how_many();
  std::map<std::string, std::uint64_t> seen;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    base::Rng rng = base::Rng::of_task(20'23, seed);
    Wanted wanted;
    wanted.purposes = false;
    const std::string text = random_req(rng, wanted).text();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const model::Interface a = frontend::contract::parse(text, "r.req");
    std::vector<suite::Finding> ours;
    const contract::Structure structure(a);
    EXPECT_EQ(contract::add_findings(structure, {}, ours),
              base::StopReason::none);
    const auto said = [&](const std::string& code, const std::string& about) {
      return std::any_of(ours.begin(), ours.end(), [&](const auto& f) {
        return f.code == code && f.message.starts_with(about + ":");
      });
    };
    const auto said_of = [&](const std::string& code, const std::string& what) {
      return std::any_of(ours.begin(), ours.end(), [&](const auto& f) {
        return f.code == code &&
               (f.message + " ").find(" about " + what + " ") !=
                   std::string::npos;
      });
    };
    for (const suite::Finding& f : ours) ++seen[f.code];
    const Reached theirs(a);
    // A part knows nothing of the dead ends of others: without any, it reaches
    // what the whole does.
    const bool exact = !theirs.dead_end() && !theirs.unmet();
    if (exact) ++compared;
    const std::uint64_t all = ~std::uint64_t{0};
    std::uint64_t contracts = 0;
    for (std::uint32_t c = 0; c < a.contracts.size(); ++c) {
      contracts |= std::uint64_t{1} << c;
    }
    for (std::uint32_t c = 0; c < a.contracts.size(); ++c) {
      const model::Contract& contract = a.contracts[c];
      if (contract.definition) continue;
      const auto asks = [&](const State* before, const Step& step) {
        return theirs.asked(c, before, step.now);
      };
      bool never = false;
      if (contract.has_assumption && !contract.assumption.is_true()) {
        never = !theirs.some(all, asks);
        const bool vacuous = said("contract-vacuous", contract.id);
        const bool triggered = said("contract-conflict-triggered", contract.id);
        EXPECT_FALSE(vacuous && triggered) << contract.id;
        if (vacuous) {
          EXPECT_FALSE(theirs.some(~contracts, asks)) << contract.id;
        }
        if (triggered) {
          EXPECT_TRUE(never) << contract.id;
        }
        if (exact) {
          EXPECT_EQ(vacuous || triggered, never) << contract.id;
          EXPECT_EQ(vacuous, !theirs.some(~contracts, asks)) << contract.id;
        }
      }
      const std::uint64_t own = std::uint64_t{1} << c;
      const bool follows = !theirs.some(all & ~own, [&](auto*, auto& step) {
        return (step.violated & own) != 0;
      });
      const bool redundant = said("contract-redundant", contract.id);
      if (redundant) {
        EXPECT_TRUE(follows) << contract.id;
      }
      if (exact && !never) {
        EXPECT_EQ(redundant, follows) << contract.id;
      }
    }
    if (!theirs.dead_end()) {
      EXPECT_EQ(std::any_of(ours.begin(),
                            ours.end(),
                            [](auto& f) { return f.code == "promises-unmet"; }),
                theirs.unmet());
    }
    for (const model::InterfaceVariable& v : a.variables) {
      if (!exact || v.role == model::Role::input || v.derived) continue;
      // Who speaks of it, by its guarantee.
      std::vector<std::uint32_t> about;
      for (std::uint32_t c = 0; c < a.contracts.size(); ++c) {
        if (a.contracts[c].definition) continue;
        if (reads(a, a.contracts[c].guarantee, v.now)) about.push_back(c);
      }
      EXPECT_EQ(said_of("variable-unconstrained", v.name), about.empty())
          << v.name;
      if (about.empty()) continue;
      const bool gap = theirs.some(all, [&](const State* before, auto& step) {
        return std::none_of(about.begin(), about.end(), [&](std::uint32_t c) {
          return theirs.asked(c, before, step.now);
        });
      });
      EXPECT_EQ(said_of("assumption-gap", v.name), gap) << v.name;
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(compared, count / 5);
  if (count < 200) return;
  for (const char* code : {"contract-vacuous",
                           "contract-conflict-triggered",
                           "contract-redundant",
                           "variable-unconstrained",
                           "assumption-gap",
                           "promises-unmet"}) {
    EXPECT_GT(seen[code], 0U) << code;
  }
}

}  // namespace
}  // namespace catenary::oracle
