// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two notions of consistency by quantifier elimination.
///
/// *strategy* by the greatest fixpoint of controllable predecessors, as in
/// finite_game.cpp. *no dead end* backwards, since reachable states of
/// rationals have no canonical form: preimages of the dead ends, until one
/// contains a first step. Over rationals neither iteration need end; the budget
/// ends it, and what was found until then is reported as settled.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/consistency/game.h"
#include "engine/contract/consistency/linear.h"
#include "engine/contract/consistency/minimal_sets.h"

namespace catenary::engine::contract {

namespace {

/// A game over one part; `ranges_` says which ranges are in force.
class LinearGame final : public Game {
 public:
  LinearGame(const Structure& structure,
             const Part& part,
             const base::Budget& budget,
             bool widened)
      : budget_(budget), linear_(structure, part, budget, widened) {
    for (const std::uint32_t v : part.variables) {
      if (!linear_.is_input(v)) ranges_.push_back(v);
    }
  }

  Fate strategy(const Indices& contracts,
                std::optional<std::uint32_t> last) override {
    const Term first = rules(contracts, true);
    const Term later = rules(contracts, false);
    const Term promised_first = linear_.promises(true);
    const Term promised_later = linear_.promises(false);
    Term good = linear_.truth();
    // Invariant at the loop head: `good` has the values from which the system
    // can answer k more steps. Subtracting `lost` keeps the sets descending; if
    // nothing of `good` is lost, it is a fixpoint.
    for (std::uint32_t k = 0;; ++k) {
      poll();
      const Term open = linear_.unanswered(first, good);
      if (linear_.possible(linear_.both(promised_first, open))) {
        return {k, false};
      }
      if (settled) settled(k);
      if (last && k >= *last) return {};
      const Term lost =
          linear_.losing(promised_later, linear_.unanswered(later, good));
      if (!linear_.possible(linear_.both(good, lost))) {
        return {std::nullopt, true};
      }
      good = linear_.both(good, linear_.negation(lost));
    }
  }

  std::vector<TraceStep> play(const Indices& contracts,
                              std::uint32_t k) override {
    const Term later = rules(contracts, false);
    const Term promised = linear_.promises(false);
    // The same iterates as in strategy(): good[n] for n more steps.
    std::vector<Term> good{linear_.truth()};
    while (good.size() <= k) {
      const Term lost =
          linear_.losing(promised, linear_.unanswered(later, good.back()));
      good.push_back(linear_.both(good.back(), linear_.negation(lost)));
    }
    std::vector<TraceStep> out;
    Term point = linear_.truth();
    // With k - t steps to go, the environment picks an input that no answer in
    // good[k - t] meets; the system an answer in good[k - t - 1], so that the
    // play lasts k + 1 steps.
    for (std::uint32_t t = 0;; ++t) {
      const bool first = t == 0;
      const Term theta = rules(contracts, first);
      const Term open = linear_.unanswered(theta, good[k - t]);
      const Term allowed = linear_.both(linear_.promises(first), open);
      const auto chosen = linear_.find(linear_.both(point, allowed));
      CATENARY_CHECK(chosen.has_value(), "an input that is lost to");
      out.push_back({only(*chosen, true), {}});
      if (t == k) return out;
      const Term here = linear_.both(point, linear_.is_now(out.back().inputs));
      const Term resisting = linear_.both(theta, good[k - t - 1]);
      const auto answer = linear_.find(linear_.both(here, resisting));
      CATENARY_CHECK(answer.has_value(), "an answer until the last step");
      out.back().answer = only(*answer, false);
      point = linear_.is_before(*answer);
    }
  }

  /// Unrolls the run with its inputs fixed: one satisfiability question about
  /// all answers together.
  bool defeats(const Indices& contracts,
               const std::vector<TraceStep>& run) override {
    Term all = linear_.truth();
    for (std::uint32_t t = 0; t < run.size(); ++t) {
      const Term theta = rules(contracts, t == 0);
      const Term step = linear_.both(theta, linear_.is_now(run[t].inputs));
      all = linear_.both(all, linear_.at_step(step, t));
    }
    return !linear_.possible(all);
  }

  Fate dead_end(const Indices& contracts,
                std::optional<std::uint32_t> last) override {
    if (linear_.possible(ends(contracts, true))) return {0, false};
    if (settled) settled(0);
    return approach(contracts, ends(contracts, false), last);
  }

  std::vector<DeadEnd> dead_ends(const Indices& contracts,
                                 std::uint32_t k,
                                 std::uint32_t most) override {
    std::vector<DeadEnd> out;
    std::uint32_t found = 0;
    // Dead ends at step k that no core explains yet; see
    // FiniteGame::find_dead_ends().
    Term open = ends(contracts, k == 0);
    while (true) {
      DeadEnd end;
      if (k == 0) {
        const auto values = linear_.find(open);
        if (!values) return out;
        end.trace.push_back({only(*values, true), {}});
      } else {
        const Fate fate = approach(contracts, open, k);
        if (fate.lost_at != k) return out;
        end.trace = run_into(contracts, open);
      }
      if (found >= most) {
        if (!out.empty()) out.back().all_cores = false;
        return out;
      }
      const MinimalSets cores = minimal_sets(
          contracts,
          [&](const Indices& some) { return stuck(some, end.trace); },
          most - found,
          most - found + 1000,
          budget_);
      if (cores.sets.empty()) throw Undecided(cores.stop, cores.incomplete);
      end.cores = cores.sets;
      end.all_cores = cores.all_sets;
      found += static_cast<std::uint32_t>(cores.sets.size());
      for (const Indices& core : end.cores) {
        // A core that allows no answer at a dead end explains it.
        const Term explained =
            linear_.unanswered(rules(core, k == 0), linear_.truth());
        open = linear_.both(open, linear_.negation(explained));
      }
      const bool all = end.all_cores;
      out.push_back(std::move(end));
      if (!all) return out;
    }
  }

  void set_ranges(const Indices& variables) override { ranges_ = variables; }

  bool stuck(const Indices& contracts,
             const std::vector<TraceStep>& run) override {
    Term point = linear_.is_now(run.back().inputs);
    if (run.size() > 1) {
      Valuation before = run[run.size() - 2].inputs;
      before.insert(run[run.size() - 2].answer.begin(),
                    run[run.size() - 2].answer.end());
      point = linear_.both(point, linear_.is_before(before));
    }
    return !linear_.possible(
        linear_.both(point, rules(contracts, run.size() == 1)));
  }

 private:
  /// Throws Undecided if the budget is spent: simplification alone may take
  /// long.
  void poll() const {
    const base::StopReason stop = budget_.poll();
    if (stop != base::StopReason::none) {
      throw Undecided(stop, base::to_string(stop));
    }
  }

  /// Theta for some contracts, with the ranges that are in force.
  [[nodiscard]] Term rules(const Indices& contracts, bool first) {
    return linear_.rules(contracts, ranges_, first);
  }

  /// Dead ends: previous values and promised inputs without an answer.
  [[nodiscard]] Term ends(const Indices& contracts, bool first) {
    const Term open =
        linear_.unanswered(rules(contracts, first), linear_.truth());
    return linear_.both(linear_.promises(first), open);
  }

  /// Breadth-first search backwards from `ends`. distances_[i] has the values
  /// from which i steps, and no fewer, lead to a dead end; a run that starts in
  /// distances_[k - 1] ends at step k.
  Fate approach(const Indices& contracts,
                Term ends,
                std::optional<std::uint32_t> last) {
    const Term first =
        linear_.both(linear_.promises(true), rules(contracts, true));
    const Term later =
        linear_.both(linear_.promises(false), rules(contracts, false));
    // `ends` contains the promises already.
    distances_ = {linear_.losing(linear_.truth(), ends)};
    Term known = distances_[0];
    // Invariant: no first step leads into distances_[0 .. k - 2], so k is the
    // least step. If no value is new, no dead end is reachable at any step.
    for (std::uint32_t k = 1; !last || k <= *last; ++k) {
      poll();
      if (linear_.possible(linear_.both(first, distances_.back()))) {
        return {k, false};
      }
      if (settled) settled(k);
      const Term further = linear_.pre(later, distances_.back());
      const Term fresh = linear_.both(further, linear_.negation(known));
      if (!linear_.possible(fresh)) return {std::nullopt, true};
      distances_.push_back(fresh);
      // Disjunction by De Morgan: both() and negation() simplify.
      known = linear_.negation(
          linear_.both(linear_.negation(known), linear_.negation(fresh)));
    }
    return {};
  }

  /// A run through the distances, one step nearer each time. Requires:
  /// approach() has just found that a first step leads into distances_.back().
  std::vector<TraceStep> run_into(const Indices& contracts, Term ends) {
    std::vector<TraceStep> out;
    Term point = linear_.truth();
    for (std::size_t left = distances_.size(); left-- > 0;) {
      const bool first = out.empty();
      const Term step =
          linear_.both(linear_.promises(first), rules(contracts, first));
      const Term goal = linear_.both(step, distances_[left]);
      const auto values = linear_.find(linear_.both(point, goal));
      CATENARY_CHECK(values.has_value(), "a step nearer to the dead end");
      out.push_back({only(*values, true), only(*values, false)});
      point = linear_.is_before(*values);
    }
    const auto end = linear_.find(linear_.both(point, ends));
    CATENARY_CHECK(end.has_value(), "an input without an answer");
    out.push_back({only(*end, true), {}});
    return out;
  }

  /// The entries of inputs, or of all other variables.
  [[nodiscard]] Valuation only(const Valuation& of, bool inputs) const {
    Valuation out;
    for (const auto& [v, value] : of) {
      if (linear_.is_input(v) == inputs) out.emplace(v, value);
    }
    return out;
  }

  const base::Budget& budget_;
  Linear linear_;
  Indices ranges_;
  std::vector<Term> distances_;
};

}  // namespace

std::unique_ptr<Game> make_linear_game(const Structure& structure,
                                       const Part& part,
                                       const base::Budget& budget,
                                       bool widened) {
  // Numbers of Z3 have no bounds except those that are asserted, so `widened`
  // needs no larger encoding here.
  return std::make_unique<LinearGame>(structure, part, budget, widened);
}

}  // namespace catenary::engine::contract
