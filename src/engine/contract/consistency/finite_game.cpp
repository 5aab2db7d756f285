// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two notions of consistency by binary decision diagrams.
///
/// *strategy*: greatest fixpoint of the controllable predecessor CPre(Z) = {u |
/// for all promised i exists c: theta(u, i, c) and (i, c) in Z} (Pnueli,
/// Rosner, POPL 1989, doi:10.1145/75277.75293), here with the iterates kept
/// apart: the k-th iterate has the states from which the system can answer k
/// more steps. *no dead end* is in finite_dead_ends.cpp.
#include "engine/contract/consistency/finite_game.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/check.h"

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

}  // namespace

FiniteGame::FiniteGame(const Structure& structure,
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

Fate FiniteGame::strategy(const Indices& contracts,
                          std::optional<std::uint32_t> last) {
  return guarded([&] { return play_out(contracts, last); });
}

Fate FiniteGame::dead_end(const Indices& contracts,
                          std::optional<std::uint32_t> last) {
  return guarded([&] { return explore(contracts, last); });
}

std::vector<TraceStep> FiniteGame::play(const Indices& contracts,
                                        std::uint32_t k) {
  return guarded([&] { return losing_play(contracts, k); });
}

bool FiniteGame::defeats(const Indices& contracts,
                         const std::vector<TraceStep>& run) {
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

std::vector<DeadEnd> FiniteGame::dead_ends(const Indices& contracts,
                                           std::uint32_t k,
                                           std::uint32_t most) {
  return guarded([&] { return find_dead_ends(contracts, k, most); });
}

bool FiniteGame::stuck(const Indices& contracts,
                       const std::vector<TraceStep>& run) {
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

model::Role FiniteGame::role(std::uint32_t v) const {
  return structure_.interface().variables[v].role;
}

Conjuncts FiniteGame::rules(const Indices& contracts, bool first) {
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

Indices FiniteGame::everything() const {
  Indices out = finite_.all_before();
  out.insert(out.end(), finite_.all_now().begin(), finite_.all_now().end());
  return out;
}

Indices FiniteGame::not_kept() const {
  Indices out;
  std::set_difference(finite_.all_now().begin(),
                      finite_.all_now().end(),
                      finite_.state_now().begin(),
                      finite_.state_now().end(),
                      std::back_inserter(out));
  return out;
}

Bdd FiniteGame::unanswered(const Conjuncts& rules, const Bdd& goal) {
  Conjuncts c = rules;
  c.push_back(goal);
  return !finite_.eliminate(std::move(c), finite_.answers_now());
}

Bdd FiniteGame::losing(const Conjuncts& rules,
                       const Conjuncts& promises,
                       const Bdd& goal) {
  Conjuncts c = promises;
  c.push_back(unanswered(rules, goal));
  return finite_.to_now(finite_.eliminate(std::move(c), finite_.inputs_now()));
}

Fate FiniteGame::play_out(const Indices& contracts,
                          std::optional<std::uint32_t> last) {
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

Bdd FiniteGame::winning(const Indices& contracts) {
  return guarded([&] {
    const Conjuncts later = rules(contracts, false);
    const Conjuncts promised = finite_.promises(false);
    const Bdd values = within_ranges(finite_.manager().constant(true));
    for (Bdd good = values;;) {
      const Bdd next = values & !losing(later, promised, good);
      if (next == good) return good;
      good = next;
    }
  });
}

AnswerFunctions FiniteGame::answers(const Indices& contracts,
                                    const Bdd& good,
                                    bool first) {
  return guarded([&] {
    bdd::Manager& manager = finite_.manager();
    Bdd allowed = good;
    for (const Bdd& rule : rules(contracts, first)) allowed = allowed & rule;
    AnswerFunctions out;
    // Bit by bit: 1 where that leaves an answer, in view of the bits before.
    for (Indices open = finite_.answers_now(); !open.empty();
         open.erase(open.begin())) {
      const Bdd bit = manager.variable(open.front());
      const Bdd function = manager.and_exists(allowed, bit, manager.cube(open));
      out.emplace_back(open.front(), function);
      allowed = allowed & !(bit ^ function);
    }
    return out;
  });
}

std::vector<Bdd> FiniteGame::holding_out(const Indices& contracts,
                                         std::uint32_t k) {
  const Conjuncts later = rules(contracts, false);
  const Conjuncts promised = finite_.promises(false);
  std::vector<Bdd> out{finite_.manager().constant(true)};
  while (out.size() <= k) {
    out.push_back(!losing(later, promised, out.back()));
  }
  return out;
}

std::vector<TraceStep> FiniteGame::losing_play(const Indices& contracts,
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

Valuation FiniteGame::only(const Valuation& of, bool inputs) const {
  Valuation out;
  for (const auto& [v, value] : of) {
    if ((role(v) == model::Role::input) == inputs) out.emplace(v, value);
  }
  return out;
}

Bdd FiniteGame::within_ranges(const Bdd& states) {
  Conjuncts c{states};
  for (const std::uint32_t v : finite_.part().variables) {
    if (role(v) == model::Role::input) c.push_back(finite_.range(v));
  }
  for (const std::uint32_t v : ranges_) c.push_back(finite_.range(v));
  return finite_.eliminate(std::move(c), not_kept());
}

std::unique_ptr<FiniteGame> FiniteGame::make(const Structure& structure,
                                             const Part& part,
                                             const base::Budget& budget,
                                             bool widened) {
  return guarded([&] {
    return std::make_unique<FiniteGame>(structure, part, budget, widened);
  });
}

std::unique_ptr<Game> make_finite_game(const Structure& structure,
                                       const Part& part,
                                       const base::Budget& budget,
                                       bool widened) {
  return FiniteGame::make(structure, part, budget, widened);
}

}  // namespace catenary::engine::contract
