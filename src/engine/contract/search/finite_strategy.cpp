// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that lead every conforming system to a target: the attractor of a
/// reachability game, fixed inputs along it, and the check of strategies.
///
/// Method: attractor computation (Thomas, "On the synthesis of strategies in
/// infinite games", STACS 1995, doi:10.1007/3-540-59042-0_57). The tester moves
/// first in each step, then the system. Here the tester sees hidden values, so
/// the game has complete information: it gives proofs that nobody can force the
/// target, and ranks that guide the search of a tester who does not see them.
#include <algorithm>
#include <utility>

#include "engine/contract/search/finite_search.h"
#include "engine/contract/search/strategy_tree.h"

namespace catenary::engine::contract {

using model::Role;

Bdd FiniteSearch::forces(const Target& target, bool first, const Bdd& won) {
  Conjuncts escapes = theta_[first];
  escapes.push_back(!of(target, first));
  escapes.push_back(!won);
  Bdd out = !finite_.eliminate(std::move(escapes), finite_.answers_now());
  // Without an answer nothing is forced: the system must not be here at all.
  out = out & finite_.eliminate(theta_[first], finite_.answers_now());
  for (const Bdd& p : finite_.promises(first)) out = out & p;
  return out;
}

std::vector<std::optional<logic::Value>> FiniteSearch::pick_inputs(
    const Bdd& set) {
  const Valuation picked = finite_.pick_now(set);
  std::vector<std::optional<logic::Value>> out(interface_.variables.size());
  for (const auto& [v, value] : picked) {
    if (interface_.variables[v].role == Role::input) out[v] = value;
  }
  return out;
}

Bdd FiniteSearch::wider(const Target& target, const Bdd& won) {
  return won | finite_.to_now(finite_.eliminate({forces(target, false, won)},
                                                finite_.inputs_now()));
}

Forced FiniteSearch::attract(const Target& target,
                             std::optional<std::uint32_t> max_steps,
                             std::vector<Bdd>& won,
                             Bdd& begin) {
  won = {finite_.manager().constant(false)};
  begin = forces(target, true, won.back());
  // Invariant: won[n] is the n-th iterate, which the first step cannot be led
  // into. The iterates only grow, so equal ones are the fixpoint.
  while (begin.is_false()) {
    // With won.size() iterates, strategies of as many steps were considered.
    if (max_steps && won.size() >= *max_steps) return Forced::not_within;
    const Bdd next = wider(target, won.back());
    if (next == won.back()) return Forced::no;
    won.push_back(next);
    begin = forces(target, true, next);
  }
  return Forced::yes;
}

Bdd FiniteSearch::common(const Bdd* open, const Bdd& forcing) {
  // For all states in `open`: no state of it with an input outside of
  // `forcing`.
  Bdd out = open == nullptr
                ? forcing
                : !finite_.eliminate({finite_.to_before(*open), !forcing},
                                     finite_.all_before());
  return out & in_range();
}

Bdd FiniteSearch::promised(const Bdd* from) {
  Bdd kept = finite_.manager().constant(true);
  for (const Bdd& p : finite_.promises(from == nullptr)) kept = kept & p;
  if (from == nullptr) return kept;
  return !finite_.eliminate({finite_.to_before(*from), !kept},
                            finite_.all_before());
}

bool FiniteSearch::keeps(const Target& target, const Strategy& strategy) {
  /// A step of the tree, with the executions that may be there.
  struct Place {
    std::uint32_t step = 0;
    Bdd open;  ///< that have not met it; nothing before the first step
  };
  std::vector<Place> places{{0, {}}};
  // The tree has finitely many steps, and each place is one level below the one
  // that it was made by. A step may be visited by one branch only.
  for (bool first = true; !places.empty(); first = false) {
    const Place at = places.back();
    places.pop_back();
    const Bdd* from = first ? nullptr : &at.open;
    const InputSequence inputs{strategy.inputs[at.step]};
    if (!breaking(from, inputs, 0).is_false()) return false;
    const Conjuncts extra{cube(inputs, 0), !of(target, first)};
    Bdd fits_none = finite_.manager().constant(true);
    for (const suite::AdaptiveBranch& branch : strategy.next[at.step]) {
      const logic::Term known = strategy.known[branch.to];
      const Bdd fits = known.valid() ? finite_.encode(known)
                                     : finite_.manager().constant(true);
      Conjuncts with = extra;
      with.push_back(fits);
      const Bdd open = image(from, theta_[first], with, true);
      if (!open.is_false()) places.push_back({branch.to, open});
      // Executions that fit no branch end the run, so they must have met the
      // target.
      fits_none = fits_none & !fits;
    }
    Conjuncts without = extra;
    without.push_back(fits_none);
    if (!image(from, theta_[first], without, true).is_false()) return false;
  }
  return true;
}

InputSequence FiniteSearch::sure(const Target& target,
                                 std::optional<std::uint32_t> max_steps) {
  std::vector<Bdd> won;
  Bdd begin;
  if (attract(target, max_steps, won, begin) != Forced::yes) return {};
  InputSequence out{pick_inputs(begin)};
  Bdd open = image(nullptr,
                   theta_[1],
                   {cube(out, 0), !of(target, true)},
                   true);  // executions that have not met it
  // Invariant: `open` has the states, of executions with these inputs, that
  // have not met the target; all of them are in won.back(). Each step takes
  // them one rank lower.
  while (!open.is_false() && won.size() > 1) {
    won.pop_back();
    const Bdd inputs = common(&open, forces(target, false, won.back()));
    // No input suits all of them: the tester would have to look.
    if (inputs.is_false()) return {};  // one would have to look
    out.push_back(pick_inputs(inputs));
    open = image(&open,
                 theta_[0],
                 {cube(out, out.size() - 1), !of(target, false)},
                 true);
  }
  // The strategy forces states, and promises were asked of states on the way
  // only; this asks about whole executions.
  return guaranteed(target, out) ? out : InputSequence();
}

Strategy FiniteSearch::force(const Target& target,
                             std::optional<std::uint32_t> max_steps) {
  Strategy out = StrategyTree(*this, target).make(max_steps);
  if (out.forced == Forced::yes) {
    if (keeps(target, out)) return out;
    out = {};
    // Never claimed without the check. This would be an error of the search.
    out.why_not = "the one that was found did not stand its check";
  } else if (out.forced != Forced::open && has_dead_ends()) {
    // A system avoids dead ends, so it need not have all executions.
    out = {};
    out.why_not =
        "one who saw all could not, but some executions come to an end that no "
        "system may reach";
  }
  return out;
}

}  // namespace catenary::engine::contract
