// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two notions of consistency by binary decision diagrams.
///
/// *strategy*: greatest fixpoint of the controllable predecessor CPre(Z) = {u |
/// for all promised i exists c: theta(u, i, c) and (i, c) in Z} (Pnueli,
/// Rosner, POPL 1989, doi:10.1145/75277.75293), here with the iterates kept
/// apart: the k-th iterate has the states from which the system can answer k
/// more steps. *no dead end*: breadth-first layers of reachable states, until
/// one meets the states in which some promised input has no answer.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/game.h"
#include "engine/contract/consistency/minimal_sets.h"

namespace catenary::engine::contract {

namespace {

namespace bdd = logic::bdd;

/// Calls `body`; limits and unsupported sorts become Undecided, with a text for
/// people.
template <typename Body>
auto guarded(const Body& body) {
  try {
    return body();
  } catch (const bdd::LimitReached& limit) {
    throw Undecided(limit.reason(), base::to_string(limit.reason()));
  } catch (const bdd::Unsupported& what) {
    throw Undecided(base::StopReason::none,
                    std::string(what.what()) + " have no decision diagrams");
  }
}

/// A game over one part; `ranges_` says which ranges are in force.
class FiniteGame final : public Game {
 public:
  FiniteGame(const Structure& structure,
             const Part& part,
             const base::Budget& budget,
             bool widened)
      : structure_(structure),
        budget_(budget),
        finite_(structure, part, budget, widened) {
    for (const std::uint32_t v : part.variables) {
      if (role(v) != model::Role::input) ranges_.push_back(v);
    }
  }

  Fate strategy(const Indices& contracts,
                std::optional<std::uint32_t> last) override {
    return guarded([&] { return play_out(contracts, last); });
  }

  Fate dead_end(const Indices& contracts,
                std::optional<std::uint32_t> last) override {
    return guarded([&] { return explore(contracts, last); });
  }

  std::vector<TraceStep> play(const Indices& contracts,
                              std::uint32_t k) override {
    return guarded([&] { return losing_play(contracts, k); });
  }

  /// Follows the inputs through all answers: the set of states is empty exactly
  /// if no sequence of answers exists.
  bool defeats(const Indices& contracts,
               const std::vector<TraceStep>& run) override {
    return guarded([&] {
      Bdd states = finite_.manager().constant(true);
      for (std::size_t t = 0; t < run.size(); ++t) {
        Conjuncts c = rules(contracts, t == 0);
        c.push_back(finite_.is_now(run[t].inputs));
        if (t == 0) {
          states = finite_.eliminate(c, not_kept());
        } else {
          states = finite_.post(states, c, finite_.state_now());
        }
        if (states.is_false()) return true;
      }
      return false;
    });
  }

  std::vector<DeadEnd> dead_ends(const Indices& contracts,
                                 std::uint32_t k,
                                 std::uint32_t most) override {
    return guarded([&] { return find_dead_ends(contracts, k, most); });
  }

  void set_ranges(const Indices& variables) override { ranges_ = variables; }

  /// One satisfiability question at the point that the run ends in.
  bool stuck(const Indices& contracts,
             const std::vector<TraceStep>& run) override {
    return guarded([&] {
      Bdd point = finite_.is_now(run.back().inputs);
      if (run.size() > 1) {
        point = point & finite_.is_before(run[run.size() - 2].inputs) &
                finite_.is_before(run[run.size() - 2].answer);
      }
      Conjuncts c = rules(contracts, run.size() == 1);
      c.push_back(point);
      return finite_.eliminate(std::move(c), everything()).is_false();
    });
  }

 private:
  [[nodiscard]] model::Role role(std::uint32_t v) const {
    return structure_.interface().variables[v].role;
  }

  /// Theta for some contracts, with the ranges that are in force. Unlike
  /// Finite::rules() it leaves out other ranges.
  [[nodiscard]] Conjuncts rules(const Indices& contracts, bool first) {
    Conjuncts out;
    for (const std::uint32_t v : ranges_) out.push_back(finite_.range(v));
    for (const std::uint32_t d : finite_.part().definitions) {
      out.push_back(finite_.contract(d, first));
    }
    for (const std::uint32_t c : contracts) {
      out.push_back(finite_.contract(c, first));
    }
    return out;
  }

  /// All bits, previous and current.
  [[nodiscard]] Indices everything() const {
    Indices out = finite_.all_before();
    out.insert(out.end(), finite_.all_now().begin(), finite_.all_now().end());
    return out;
  }

  /// Current bits that no later step reads.
  [[nodiscard]] Indices not_kept() const {
    Indices out;
    std::set_difference(finite_.all_now().begin(),
                        finite_.all_now().end(),
                        finite_.state_now().begin(),
                        finite_.state_now().end(),
                        std::back_inserter(out));
    return out;
  }

  /// Previous values and inputs without an answer in `goal`, a set over current
  /// values.
  [[nodiscard]] Bdd unanswered(const Conjuncts& rules, const Bdd& goal) {
    Conjuncts c = rules;
    c.push_back(goal);
    return !finite_.eliminate(std::move(c), finite_.answers_now());
  }

  /// States from which some promised input has no answer in `goal`: the
  /// complement of CPre(goal). Computed over previous values and renamed, so
  /// that all sets of states are over current bits.
  [[nodiscard]] Bdd losing(const Conjuncts& rules,
                           const Conjuncts& promises,
                           const Bdd& goal) {
    Conjuncts c = promises;
    c.push_back(unanswered(rules, goal));
    return finite_.to_now(
        finite_.eliminate(std::move(c), finite_.inputs_now()));
  }

  /// The fixpoint for *strategy*.
  Fate play_out(const Indices& contracts, std::optional<std::uint32_t> last) {
    const Conjuncts first = rules(contracts, true);
    const Conjuncts later = rules(contracts, false);
    const Conjuncts promised_first = finite_.promises(true);
    const Conjuncts promised_later = finite_.promises(false);
    const Bdd values = within_ranges(finite_.manager().constant(true));
    // Invariant at the loop head: `good` has the values from which the system
    // can answer k more steps. The sets only shrink; equal ones in a row are
    // the greatest fixpoint. The first step is asked with every iterate, since
    // its rules differ from those of later steps.
    Bdd good = values;
    for (std::uint32_t k = 0;; ++k) {
      if (!losing(first, promised_first, good).is_false()) return {k, false};
      if (settled) settled(k);
      if (last && k >= *last) return {};
      const Bdd next = values & !losing(later, promised_later, good);
      if (next == good) return {std::nullopt, true};
      good = next;
    }
  }

  /// The iterates again: out[n] has the states from which the system can answer
  /// n more steps, for n = 0 … k.
  std::vector<Bdd> holding_out(const Indices& contracts, std::uint32_t k) {
    const Conjuncts later = rules(contracts, false);
    const Conjuncts promised = finite_.promises(false);
    std::vector<Bdd> out{finite_.manager().constant(true)};
    while (out.size() <= k) {
      out.push_back(!losing(later, promised, out.back()));
    }
    return out;
  }

  /// Plays against the iterates: with k - t steps to go the environment picks
  /// an input that no answer in good[k - t] meets, and the system an answer in
  /// good[k - t - 1], which exists as the play was not lost one step earlier.
  /// So the play lasts exactly k + 1 steps.
  std::vector<TraceStep> losing_play(const Indices& contracts,
                                     std::uint32_t k) {
    const std::vector<Bdd> good = holding_out(contracts, k);
    std::vector<TraceStep> out;
    Bdd point = finite_.manager().constant(true);  // over the step before
    for (std::uint32_t t = 0;; ++t) {
      const bool first = t == 0;
      const Conjuncts theta = rules(contracts, first);
      Conjuncts open = finite_.promises(first);
      open.push_back(point & unanswered(theta, good[k - t]));
      const std::optional<Valuation> chosen = finite_.pick_now(point, open);
      CATENARY_CHECK(chosen.has_value(), "an input that is lost to");
      TraceStep step;
      step.inputs = only(*chosen, true);
      Bdd here = point & finite_.is_now(step.inputs);
      std::optional<Valuation> answer;
      if (t < k) {
        Conjuncts resisting = theta;
        resisting.push_back(good[k - t - 1]);
        answer = finite_.pick_now(here, resisting);
        CATENARY_CHECK(answer.has_value(), "an answer until the last step");
        step.answer = only(*answer, false);
      }
      out.push_back(step);
      if (!answer) return out;
      point = finite_.is_before(*answer);
    }
  }

  /// The entries of inputs, or of all other variables.
  [[nodiscard]] Valuation only(const Valuation& of, bool inputs) const {
    Valuation out;
    for (const auto& [v, value] : of) {
      if ((role(v) == model::Role::input) == inputs) out.emplace(v, value);
    }
    return out;
  }

  /// Breadth-first search for a dead end: layers_[t] has the states that are
  /// first reached by step t. Ends at `last`, at a dead end, or when no state
  /// is new. A dead end found at step k is reached from layers_.back().
  Fate explore(const Indices& contracts, std::optional<std::uint32_t> last) {
    layers_.clear();
    const Conjuncts first = rules(contracts, true);
    const Conjuncts later = rules(contracts, false);
    Conjuncts promised = finite_.promises(true);
    if (!losing(first, promised, finite_.manager().constant(true)).is_false()) {
      return {0, false};
    }
    if (settled) settled(0);
    // If no state at all is dead, reachable or not, reachability need not be
    // computed.
    const Bdd dead = within_ranges(losing(
        later, finite_.promises(false), finite_.manager().constant(true)));
    if (dead.is_false()) return {std::nullopt, true};
    promised.insert(promised.end(), first.begin(), first.end());
    Bdd layer = finite_.eliminate(std::move(promised), not_kept());
    Conjuncts step = finite_.promises(false);
    step.insert(step.end(), later.begin(), later.end());
    Bdd reached = layer;
    // Invariant: no state in `reached`, apart from those in `layer`, is dead.
    // Only new states are expanded; the domain is finite, so some layer is
    // empty.
    for (std::uint32_t k = 1; !last || k <= *last; ++k) {
      layers_.push_back(layer);
      if (!(layer & dead).is_false()) return {k, false};
      if (settled) settled(k);
      layer = finite_.post(layer, step, finite_.state_now()) & !reached;
      if (layer.is_false()) return {std::nullopt, true};
      reached = reached | layer;
    }
    return {};
  }

  /// Removes codes without a value, which no execution has. Otherwise they
  /// would keep a dead end, or a fixpoint, apart from what is real.
  [[nodiscard]] Bdd within_ranges(const Bdd& states) {
    Conjuncts c{states};
    for (const std::uint32_t v : finite_.part().variables) {
      if (role(v) == model::Role::input) c.push_back(finite_.range(v));
    }
    for (const std::uint32_t v : ranges_) c.push_back(finite_.range(v));
    return finite_.eliminate(std::move(c), not_kept());
  }

  /// Enumerates dead ends at step k that no core found so far explains, and for
  /// each of them all cores. A core blocks every dead end at which it alone
  /// allows no answer, so that each round finds a new core.
  std::vector<DeadEnd> find_dead_ends(const Indices& contracts,
                                      std::uint32_t k,
                                      std::uint32_t most) {
    const Fate fate = explore(contracts, k);
    CATENARY_CHECK(fate.lost_at && *fate.lost_at == k, "a dead end at step k");
    const bool first = k == 0;
    const Conjuncts theta = rules(contracts, first);
    Conjuncts open = finite_.promises(first);
    open.push_back(unanswered(theta, finite_.manager().constant(true)));
    if (!first) open.push_back(finite_.to_before(layers_.back()));
    std::vector<DeadEnd> out;
    std::uint32_t found = 0;
    while (true) {
      // Some dead end that no core explains so far.
      const Bdd left = finite_.eliminate(open, finite_.answers_now());
      if (left.is_false()) return out;
      if (found >= most) {
        out.back().all_cores = false;
        return out;
      }
      DeadEnd end;
      end.trace = run_into(left, contracts, k);
      const Bdd point = last_point(end.trace);
      // At a fixed point "these contracts allow no answer" is monotone in the
      // contracts, so minimal sets are well defined there. For reachable dead
      // ends in general it is not: with fewer contracts other states become
      // reachable.
      const MinimalSets cores = minimal_sets(
          contracts,
          [&](const Indices& some) { return stuck_at(point, some, first); },
          most - found,
          most - found + 1000,
          budget_);
      if (cores.sets.empty()) {
        throw Undecided(cores.stop, cores.incomplete);
      }
      end.cores = cores.sets;
      end.all_cores = cores.all_sets;
      found += static_cast<std::uint32_t>(cores.sets.size());
      for (const Indices& core : end.cores) {
        const Bdd explained =
            unanswered(rules(core, first), finite_.manager().constant(true));
        open.push_back(!explained);
      }
      const bool all = end.all_cores;
      out.push_back(std::move(end));
      if (!all) return out;
    }
  }

  /// Whether some contracts allow no answer at a point. `point` fixes all
  /// previous values and inputs, so each conjunct can be restricted to it on
  /// its own: for a single point the existential quantifier distributes over
  /// conjunction.
  [[nodiscard]] bool stuck_at(const Bdd& point,
                              const Indices& contracts,
                              bool first) {
    Conjuncts c = rules(contracts, first);
    for (Bdd& one : c) one = finite_.eliminate({one, point}, others());
    return finite_.eliminate(std::move(c), finite_.answers_now()).is_false();
  }

  /// Bits that an answer does not choose.
  [[nodiscard]] Indices others() const {
    Indices out = finite_.all_before();
    out.insert(
        out.end(), finite_.inputs_now().begin(), finite_.inputs_now().end());
    return out;
  }

  /// The previous values and inputs of the last step of a run.
  [[nodiscard]] Bdd last_point(const std::vector<TraceStep>& run) {
    Bdd out = finite_.is_now(run.back().inputs);
    if (run.size() < 2) return out;
    const TraceStep& before = run[run.size() - 2];
    return out & finite_.is_before(before.inputs) &
           finite_.is_before(before.answer);
  }

  /// A run whose last step is in `ends`, a set over previous values and inputs.
  /// First backwards through the layers, for one state in each from which the
  /// next is reached; then forwards, to complete every step to a full
  /// valuation.
  std::vector<TraceStep> run_into(const Bdd& ends,
                                  const Indices& contracts,
                                  std::uint32_t k) {
    bdd::Manager& m = finite_.manager();
    std::vector<Bdd> states(k);  // states[t]: one point of the t-th layer
    Conjuncts later = rules(contracts, false);
    const Conjuncts promised = finite_.promises(false);
    later.insert(later.end(), promised.begin(), promised.end());
    if (k > 0) {
      Bdd set = finite_.to_now(finite_.eliminate({ends}, finite_.all_now()));
      states[k - 1] = one_state(set & layers_[k - 1]);
      // layers_[t] has a predecessor of states[t + 1], since that state is in
      // layers_[t + 1], the image of layers_[t] without earlier states.
      for (std::uint32_t t = k - 1; t-- > 0;) {
        Conjuncts c = later;
        c.push_back(states[t + 1]);
        c.push_back(finite_.to_before(layers_[t]));
        set =
            finite_.to_now(finite_.eliminate(std::move(c), finite_.all_now()));
        states[t] = one_state(set);
      }
    }
    std::vector<TraceStep> out;
    Bdd point = m.constant(true);
    for (std::uint32_t t = 0; t < k; ++t) {
      Conjuncts c = later;
      if (t == 0) {
        c = rules(contracts, true);
        const Conjuncts p = finite_.promises(true);
        c.insert(c.end(), p.begin(), p.end());
      }
      const std::optional<Valuation> values =
          finite_.pick_now(point & states[t], c);
      CATENARY_CHECK(values.has_value(), "a step between two layers");
      out.push_back({only(*values, true), only(*values, false)});
      point = finite_.is_before(*values);
    }
    const std::optional<Valuation> end = finite_.pick_now(point, {ends});
    CATENARY_CHECK(end.has_value(), "an input without an answer");
    out.push_back({only(*end, true), {}});
    return out;
  }

  /// One element of a set, as a cube over all state bits; bits that the set
  /// leaves open are false.
  [[nodiscard]] Bdd one_state(const Bdd& set) {
    const auto picked = finite_.manager().pick(set);
    CATENARY_CHECK(picked.has_value(), "a layer with a way on");
    bdd::Manager& m = finite_.manager();
    Bdd out = m.constant(true);
    for (const std::uint32_t bit : finite_.state_now()) {
      const auto at = std::find_if(picked->begin(),
                                   picked->end(),
                                   [&](auto& l) { return l.first == bit; });
      const bool value = at != picked->end() && at->second;
      out = out & (value ? m.variable(bit) : !m.variable(bit));
    }
    return out;
  }

  const Structure& structure_;
  const base::Budget& budget_;
  Finite finite_;
  Indices ranges_;
  std::vector<Bdd> layers_;
};

}  // namespace

std::unique_ptr<Game> make_finite_game(const Structure& structure,
                                       const Part& part,
                                       const base::Budget& budget,
                                       bool widened) {
  return guarded([&]() -> std::unique_ptr<Game> {
    return std::make_unique<FiniteGame>(structure, part, budget, widened);
  });
}

}  // namespace catenary::engine::contract
