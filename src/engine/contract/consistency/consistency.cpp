// SPDX-License-Identifier: Apache-2.0
/// \file
/// Consistency of the whole interface and of its views, by Judge.
#include "engine/contract/consistency/consistency.h"

#include <algorithm>
#include <set>

#include "engine/contract/consistency/findings.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/judge.h"

namespace catenary::engine::contract {

namespace {

/// Whether a group of promises is live in the sense of Structure::set_live();
/// false where this is not known.
bool can_be_kept(const Structure& structure,
                 const Indices& group,
                 const base::Budget& budget) {
  try {
    Finite finite(structure, structure.part_of(group), budget);
    for (const bool first : {true, false}) {
      // A dead end of the environment: values before the step, within their
      // ranges, after which no inputs meet the promises. Definitions and ranges
      // of what the promises read are part of the step. The values need not be
      // reachable, which makes the test sufficient but not necessary.
      Conjuncts c = finite.promises(first);
      const Conjuncts background = finite.background(first);
      c.insert(c.end(), background.begin(), background.end());
      Conjuncts stuck{!finite.eliminate(std::move(c), finite.all_now())};
      for (const std::uint32_t v : finite.part().variables) {
        stuck.push_back(finite.to_before(finite.range(v)));
      }
      if (!finite.eliminate(std::move(stuck), finite.all_before()).is_false()) {
        return false;
      }
    }
    return true;
  } catch (const logic::bdd::Unsupported&) {
    return false;
  } catch (const logic::bdd::LimitReached&) {
    return false;
  }
}

/// Adds the verdicts of single views. If all of them are consistent and the
/// whole is not, adds views in the order of the file until the inconsistency
/// appears, which bounds the views that contribute to it.
void judge_views(const Structure& structure,
                 const CheckSettings& settings,
                 Judge& judge,
                 Consistency& to) {
  const model::Interface& interface = structure.interface();
  const auto add = [&](const Indices& views) {
    Indices contracts;
    for (const std::uint32_t v : views) {
      const Indices more = structure.contracts_of_view(v);
      contracts.insert(contracts.end(), more.begin(), more.end());
    }
    make_set(contracts);
    ViewJudgement out;
    out.views = views;
    if (settings.strategy) out.strategy = judge.strategy(contracts);
    if (settings.no_dead_end) out.no_dead_end = judge.no_dead_end(contracts);
    to.views.push_back(std::move(out));
  };
  // *strategy* decides where both were asked for: it is the weaker demand.
  const auto lost = [&] {
    const ViewJudgement& v = to.views.back();
    return v.strategy
               ? v.strategy->verdict == ConsistencyStatus::inconsistent
               : v.no_dead_end->verdict == ConsistencyStatus::inconsistent;
  };
  bool found = false;
  for (std::uint32_t v = 0; v < interface.views.size(); ++v) {
    if (settings.progress) settings.progress("view " + interface.views[v].name);
    add({v});
    found = found || lost();
  }
  const std::optional<Judgement>& whole =
      settings.strategy ? to.strategy : to.no_dead_end;
  if (found || whole->verdict != ConsistencyStatus::inconsistent) return;
  // Each view is consistent by itself, so the inconsistency needs several.
  Indices some{0};
  for (std::uint32_t v = 1; v < interface.views.size(); ++v) {
    some.push_back(v);
    add(some);
    if (lost()) return;
  }
}

}  // namespace

const char* to_string(ConsistencyStatus verdict) {
  switch (verdict) {
    case ConsistencyStatus::consistent:
      return "consistent";
    case ConsistencyStatus::inconsistent:
      return "inconsistent";
    case ConsistencyStatus::undecided:
      return "undecided";
  }
  return "?";
}

std::vector<std::string> requirement_ids(const model::Interface& interface,
                                         const Indices& contracts) {
  std::vector<std::string> out;
  for (const std::uint32_t c : contracts) {
    const std::string& id =
        interface.requirements[interface.contracts[c].requirement].id;
    if (std::find(out.begin(), out.end(), id) == out.end()) out.push_back(id);
  }
  return out;
}

Consistency check_consistency(const model::Interface& interface,
                              const CheckSettings& settings,
                              const base::Budget& budget) {
  Consistency out;
  Structure structure(interface);
  // Decision diagrams need finite sorts. The other method works for both, and
  // has no common code with diagrams below the interface of Game.
  const bool linear = settings.second_opinion || !interface.finite();
  out.method = linear ? "quantifier elimination" : "decision diagrams";
  // Before any split: parts are smaller where groups are known to be live.
  for (const Indices& group : structure.promise_groups()) {
    if (can_be_kept(structure, group, budget)) {
      structure.set_live(group.front());
    }
  }
  Judge judge(structure, settings, budget, linear);
  const Indices all = structure.all_contracts();
  if (settings.strategy) {
    if (settings.progress) settings.progress("strategy");
    out.strategy = judge.strategy(all);
  }
  if (settings.no_dead_end) {
    if (settings.progress) settings.progress("no dead end");
    out.no_dead_end = judge.no_dead_end(all);
  }
  if (settings.views && interface.views.size() > 1 &&
      (settings.strategy || settings.no_dead_end)) {
    judge_views(structure, settings, judge, out);
  }
  out.stop = judge.stop();
  if (settings.findings) {
    if (settings.progress) settings.progress("findings");
    const base::StopReason stop = add_findings(structure, budget, out.findings);
    if (out.stop == base::StopReason::none) out.stop = stop;
  }
  return out;
}

}  // namespace catenary::engine::contract
