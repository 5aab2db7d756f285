// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts for sets of contracts, from games over their parts.
///
/// Minimal conflicts are enumerated within one part: a minimal conflict never
/// spans two, as one of them would be a smaller conflict. Minimal corrections
/// of the whole take one correction of each part that is lost.
#include "engine/contract/consistency/judge.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "engine/contract/consistency/minimal_sets.h"

namespace catenary::engine::contract {

namespace {

/// The values of a run that a game over these variables knows.
std::vector<TraceStep> restricted(std::vector<TraceStep> run,
                                  const Indices& variables) {
  const auto unknown = [&](const auto& entry) {
    return !std::binary_search(variables.begin(), variables.end(), entry.first);
  };
  for (TraceStep& step : run) {
    std::erase_if(step.inputs, unknown);
    std::erase_if(step.answer, unknown);
  }
  return run;
}

/// The unions of one set of each list. The lists are over disjoint contracts,
/// so the unions are minimal if the sets are. At most `most`; `all` becomes
/// false where there are more.
std::vector<Indices> combined(const std::vector<std::vector<Indices>>& of,
                              std::size_t most,
                              bool& all) {
  std::vector<Indices> out{{}};
  for (const std::vector<Indices>& choices : of) {
    std::vector<Indices> longer;
    for (const Indices& begin : out) {
      for (const Indices& choice : choices) {
        if (longer.size() >= most) {
          all = false;
          break;
        }
        longer.push_back(begin);
        longer.back().insert(longer.back().end(), choice.begin(), choice.end());
        make_set(longer.back());
      }
    }
    out = std::move(longer);
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

std::unique_ptr<Game> Judge::game(const Part& part, bool widened) {
  return linear_ ? make_linear_game(structure_, part, budget_, widened)
                 : make_finite_game(structure_, part, budget_, widened);
}

void Judge::give_up(const Undecided& why,
                    const std::string& what,
                    Judgement& to) {
  if (stop_ == base::StopReason::none) stop_ = why.reason();
  to.all_culprits = false;
  if (to.incomplete.empty()) {
    to.incomplete = what + (what.empty() ? "" : ": ") + why.what();
  }
}

Judge::Verdicts Judge::verdicts(const Indices& contracts, Notion notion) {
  Verdicts out;
  Judgement& to = out.judgement;
  std::optional<std::uint32_t> last = settings_.steps;
  std::optional<std::uint32_t> lost_at;
  // Once a part is lost at step k, later parts are asked up to step k only: a
  // later loss would not change the verdict. Parts that were lost at a later
  // step before are filtered out below.
  std::vector<std::pair<Part, std::uint32_t>> lost;
  bool for_ever = true;
  std::optional<Undecided> open;
  /// The last step that every undecided part has settled.
  std::optional<std::int64_t> settled;
  for (const Part& part : structure_.split(contracts)) {
    std::int64_t reached = -1;  // not even the first step was settled
    try {
      const std::unique_ptr<Game> g = game(part, false);
      g->settled = [&](std::uint32_t k) { reached = k; };
      const Fate fate = notion == Notion::strategy
                            ? g->strategy(part.contracts, last)
                            : g->dead_end(part.contracts, last);
      for_ever = for_ever && fate.for_ever;
      if (!fate.lost_at) continue;
      lost_at = last = fate.lost_at;
      lost.emplace_back(part, *fate.lost_at);
    } catch (const Undecided& why) {
      if (!open) open = why;
      settled = std::min(settled.value_or(reached), reached);
      // A limit of this part alone, e.g. on memory, does not end the others.
      if (why.reason() != base::StopReason::none &&
          budget_.poll() != base::StopReason::none) {
        settled = -1;  // the parts that follow were not looked at
        break;
      }
    }
  }
  if (lost_at) {
    to.verdict = ConsistencyStatus::inconsistent;
    to.k = *lost_at;
    for (auto& [part, k] : lost) {
      if (k == *lost_at) out.lost.push_back(std::move(part));
    }
    // The inconsistency is proved, but an undecided part may be lost earlier.
    if (open && *settled < static_cast<std::int64_t>(*lost_at)) {
      give_up(*open, "another part was not decided up to this step", to);
      to.all_corrections = false;
    }
  } else if (open) {
    if (stop_ == base::StopReason::none) stop_ = open->reason();
    to.verdict = ConsistencyStatus::undecided;
    to.reason = open->what();
    to.settled = *settled >= 0;
    to.k = static_cast<std::uint32_t>(std::max<std::int64_t>(0, *settled));
  } else {
    to.verdict = ConsistencyStatus::consistent;
    to.for_ever = for_ever;
    to.k = for_ever ? 0 : settings_.steps.value_or(0);
  }
  return out;
}

/// Definitions, and the ranges of Booleans and enumerations, are always in
/// force: they describe what a value is.
void Judge::add_ranges(Culprits& culprits,
                       const std::function<bool(Game&, const Part&)>& blamed,
                       Judgement& to) {
  // A core of a dead end may have several parts once it is taken out of the
  // part that it was found in; the game is over all of them.
  Part all;
  for (const Part& part : structure_.split(culprits.contracts)) {
    for (auto list : {&Part::contracts,
                      &Part::definitions,
                      &Part::variables,
                      &Part::promises}) {
      (all.*list).insert(
          (all.*list).end(), (part.*list).begin(), (part.*list).end());
      make_set(all.*list);
    }
  }
  Indices fixed;
  Indices candidates;
  for (const std::uint32_t v : all.variables) {
    const model::InterfaceVariable& variable =
        structure_.interface().variables[v];
    if (variable.role == model::Role::input) continue;
    const bool number = variable.lo.has_value() || variable.hi.has_value();
    (number && !variable.derived ? candidates : fixed).push_back(v);
  }
  if (candidates.empty()) return;
  try {
    const std::unique_ptr<Game> g = game(all, true);
    culprits.ranges = minimise(candidates, {}, [&](const Indices& some) {
      Indices in_force = fixed;
      in_force.insert(in_force.end(), some.begin(), some.end());
      make_set(in_force);
      g->set_ranges(in_force);
      return blamed(*g, all);
    });
  } catch (const Undecided& why) {
    culprits.ranges = candidates;
    give_up(why, "ranges may be listed that are not needed", to);
  }
}

Culprits Judge::conflict(const Indices& contracts, std::uint32_t k) {
  Culprits out;
  out.contracts = contracts;
  for (const Part& part : structure_.split(contracts)) {
    const std::unique_ptr<Game> g = game(part, false);
    if (!g->strategy(part.contracts, k).lost_at) continue;
    out.trace = g->play(part.contracts, k);
    out.inputs_suffice = g->defeats(part.contracts, out.trace);
    break;
  }
  return out;
}

void Judge::add_conflicts(const Part& part, Judgement& to) {
  if (settings_.progress) settings_.progress("conflicts");
  const std::uint32_t k = to.k;
  std::map<Indices, bool> known;
  MinimalSets found;
  try {
    const std::unique_ptr<Game> g = game(part, false);
    // A set is lost if one of its own parts is. MARCO asks about many sets that
    // share parts, so verdicts are remembered by part.
    const Property lost = [&](const Indices& some) {
      for (const Part& piece : structure_.split(some)) {
        const auto at = known.find(piece.contracts);
        const bool is =
            at != known.end()
                ? at->second
                : g->strategy(piece.contracts, k).lost_at.has_value();
        known[piece.contracts] = is;
        if (is) return true;
      }
      return false;
    };
    found = minimal_sets(part.contracts,
                         lost,
                         settings_.max_conflicts,
                         settings_.max_corrections,
                         budget_);
  } catch (const Undecided& why) {
    give_up(why, "", to);
    to.all_corrections = false;
    return;
  }
  if (stop_ == base::StopReason::none) stop_ = found.stop;
  to.all_culprits = to.all_culprits && found.all_sets;
  to.all_corrections = to.all_corrections && found.all_corrections;
  if (to.incomplete.empty()) to.incomplete = found.incomplete;
  for (const Indices& set : found.sets) {
    Culprits culprits;
    culprits.contracts = set;
    try {
      culprits = conflict(set, k);
    } catch (const Undecided& why) {
      give_up(why, "a conflict has no trace", to);
    }
    add_ranges(
        culprits,
        [k](Game& g, const Part& p) {
          return g.strategy(p.contracts, k).lost_at.has_value();
        },
        to);
    to.culprits.push_back(std::move(culprits));
  }
  // The caller combines the corrections of the parts.
  to.corrections = std::move(found.corrections);
}

Judgement Judge::strategy(const Indices& contracts) {
  Verdicts v = verdicts(contracts, Notion::strategy);
  Judgement& to = v.judgement;
  // v.lost are parts at the same step k. Each gives its own corrections.
  std::vector<std::vector<Indices>> corrections;
  for (const Part& part : v.lost) {
    to.corrections.clear();
    add_conflicts(part, to);
    corrections.push_back(std::move(to.corrections));
  }
  to.corrections.clear();
  // Otherwise nothing has to be corrected.
  if (v.lost.empty()) return std::move(to);
  to.corrections =
      combined(corrections, settings_.max_corrections, to.all_corrections);
  for (Culprits& c : to.culprits) {
    for (const std::uint32_t i : c.contracts) {
      c.requirements.push_back(structure_.interface().contracts[i].requirement);
    }
    make_set(c.requirements);
  }
  std::stable_sort(to.culprits.begin(),
                   to.culprits.end(),
                   [](auto& a, auto& b) { return a.contracts < b.contracts; });
  return std::move(to);
}

void Judge::add_cores(const Part& part, Judgement& to) {
  if (settings_.progress) settings_.progress("dead ends");
  const auto have = static_cast<std::uint32_t>(to.culprits.size());
  if (have >= settings_.max_conflicts) {
    to.all_culprits = false;
    to.incomplete = "the limit on conflicts";
    return;
  }
  std::vector<DeadEnd> ends;
  std::unique_ptr<Game> g;
  try {
    g = game(part, false);
    ends = g->dead_ends(part.contracts, to.k, settings_.max_conflicts - have);
  } catch (const Undecided& why) {
    give_up(why, "", to);
    return;
  }
  // Two dead ends may have the same core; the first run is shown.
  std::set<Indices> seen;
  for (const DeadEnd& end : ends) {
    to.all_culprits = to.all_culprits && end.all_cores;
    if (!end.all_cores && to.incomplete.empty()) {
      to.incomplete = "the limit on conflicts";
    }
    bool forced = false;
    try {
      forced = g->defeats(part.contracts, end.trace);
    } catch (const Undecided& why) {
      give_up(why, "whether inputs suffice is not known", to);
    }
    for (const Indices& core : end.cores) {
      if (!seen.insert(core).second) continue;
      Culprits culprits;
      culprits.contracts = core;
      culprits.trace = end.trace;
      culprits.inputs_suffice = forced;
      add_ranges(
          culprits,
          [&](Game& wide, const Part& p) {
            return wide.stuck(p.contracts, restricted(end.trace, p.variables));
          },
          to);
      for (const std::uint32_t i : core) {
        culprits.requirements.push_back(
            structure_.interface().contracts[i].requirement);
      }
      make_set(culprits.requirements);
      to.culprits.push_back(std::move(culprits));
    }
  }
}

Judgement Judge::no_dead_end(const Indices& contracts) {
  Verdicts v = verdicts(contracts, Notion::no_dead_end);
  for (const Part& part : v.lost) add_cores(part, v.judgement);
  return std::move(v.judgement);
}

}  // namespace catenary::engine::contract
