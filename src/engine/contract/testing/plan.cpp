// SPDX-License-Identifier: Apache-2.0
/// \file
/// Incremental generation of tests by views (Aichernig et al., STTT 2017,
/// section 4), with lazy addition of views.
///
/// Soundness: a projection has fewer contracts, hence more executions. What is
/// unreachable in it is unreachable in the whole, and a run of the whole with
/// its inputs is checked before it counts. Triggering does not have this
/// property: fewer contracts ask for less. So negative answers of projections
/// are taken without triggering only.
#include "engine/contract/testing/plan.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/check.h"
#include "engine/contract/testing/expectations.h"
#include "engine/contract/testing/plan_part.h"
#include "logic/bdd/bdd.h"
#include "logic/bdd/codes.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

namespace {

using logic::Term;
using model::Role;

/// Bound for interfaces that are not finite, where none is given.
constexpr std::uint32_t kDeepest = 64;

/// Variables that a target reads at either kind of step.
std::vector<Term> variables_of(const Target& target) {
  const std::vector<Term> roots{target.first, target.later};
  return logic::free_variables(roots);
}

}  // namespace

Planner::Planner(const model::Interface& interface,
                 const std::vector<TestGoal>& goals,
                 const PlanSettings& settings,
                 base::Budget budget)
    : interface_(interface),
      goals_(goals),
      settings_(settings),
      budget_(std::move(budget)) {}

Planner::~Planner() = default;

Planner::Views Planner::all_views() const {
  Views out;
  for (std::uint32_t v = 0; v < interface_.views.size(); ++v) out.push_back(v);
  return out;
}

std::string Planner::names(const Views& views) const {
  std::string out;
  for (const std::uint32_t v : views) {
    if (!out.empty()) out += ", ";
    out += interface_.views[v].name;
  }
  return out;
}

Planner::Part& Planner::part_of(const Views& views, Triggering triggering) {
  std::unique_ptr<Part>& part = parts_[{views, triggering}];
  if (part) return *part;
  auto made = std::make_unique<Part>();
  made->interface =
      views == all_views() ? interface_ : model::project(interface_, views);
  std::set<Term> known;
  for (const model::InterfaceVariable& v : made->interface.variables) {
    const auto index = interface_.find_variable(v.name);
    CATENARY_CHECK(index.has_value(), "a projection has no new variables");
    made->in_whole.push_back(*index);
    known.insert(v.now);
    known.insert(v.before);
  }
  std::vector<Target> targets;
  // Only goals whose variables the projection has can be asked of it.
  for (const TestGoal& goal : goals_) {
    const std::vector<Term> read = variables_of(goal.target);
    if (std::all_of(read.begin(), read.end(), [&](Term t) {
          return known.contains(t);
        })) {
      targets.push_back(goal.target);
    }
  }
  made->search = make_target_search(
      made->interface,
      triggering,
      targets,
      settings_.max_steps == 0 ? kDeepest : settings_.max_steps,
      budget_);
  part = std::move(made);
  return *part;
}

Planner::Views Planner::first_views(const TestGoal& goal) const {
  std::set<std::uint32_t> out;
  // Requirements of a goal of several views bring all of these.
  if (goal.view >= 0) out.insert(static_cast<std::uint32_t>(goal.view));
  for (const Term t : variables_of(goal.target)) {
    for (const model::InterfaceVariable& v : interface_.variables) {
      if (v.view >= 0 && (v.now == t || v.before == t)) {
        out.insert(static_cast<std::uint32_t>(v.view));
      }
    }
  }
  for (const std::uint32_t r : goal.requirements) {
    out.insert(interface_.requirements[r].view);
  }
  if (out.empty()) {
    const Views mentioning = others(goal, {});
    if (!mentioning.empty()) out.insert(mentioning.front());
  }
  return {out.begin(), out.end()};
}

Planner::Views Planner::others(const TestGoal& goal, const Views& views) const {
  std::set<std::string> wanted;
  for (const Term t : variables_of(goal.target)) wanted.insert(t.name());
  std::vector<std::pair<std::size_t, std::uint32_t>> ranked;
  for (const std::uint32_t view : all_views()) {
    if (std::find(views.begin(), views.end(), view) != views.end()) continue;
    std::vector<Term> roots;
    for (const std::uint32_t r : interface_.views[view].requirements) {
      for (const std::uint32_t c : interface_.requirements[r].contracts) {
        roots.push_back(interface_.contracts[c].assumption);
        roots.push_back(interface_.contracts[c].guarantee);
      }
    }
    const std::vector<Term> read = logic::free_variables(roots);
    const bool mentions = std::any_of(read.begin(), read.end(), [&](Term t) {
      return wanted.contains(t.name());
    });
    // 0 before 1, then by index: the result is deterministic.
    ranked.emplace_back(mentions ? 0 : 1, view);
  }
  std::sort(ranked.begin(), ranked.end());
  Views out;
  for (const auto& [rank, view] : ranked) out.push_back(view);
  return out;
}

InputSequence Planner::inputs_for(const Part& to,
                                  const Part& from,
                                  const std::vector<Snapshot>& run) const {
  const InputSequence own = inputs_of(from.interface, run);
  InputSequence out;
  for (const auto& step : own) {
    out.emplace_back(to.interface.variables.size());
    for (std::size_t v = 0; v < step.size(); ++v) {
      if (!step[v]) continue;
      const auto at =
          to.interface.find_variable(from.interface.variables[v].name);
      CATENARY_CHECK(at.has_value(), "all views have all inputs");
      out.back()[*at] = step[v];
    }
  }
  return out;
}

Planner::Views Planner::next_views(const TestGoal& goal,
                                   const Views& views,
                                   const std::vector<Snapshot>& run) {
  const Views open = others(goal, views);
  const Part& from = part_of(views, settings_.triggering);
  const auto joined = [&](std::uint32_t view) {
    Views out = views;
    out.push_back(view);
    std::sort(out.begin(), out.end());
    return out;
  };
  // A view that makes these inputs impossible, together with those chosen, is
  // to blame for losing the goal.
  for (const std::uint32_t view : open) {
    Part& to = part_of(joined(view), Triggering::none);
    if (to.search->along(goal.target, inputs_for(to, from, run)).empty()) {
      return joined(view);
    }
  }
  return joined(open.front());
}

void Planner::finish(const TestGoal& goal, Plan& plan) {
  Part& whole = part_of(all_views(), settings_.triggering);
  plan.status = PlanStatus::found;
  plan.depth = static_cast<std::int64_t>(plan.run.size());
  plan.inputs = settings_.keep_all_inputs
                    ? inputs_of(interface_, plan.run)
                    : whole.search->generalise(goal.target, plan.run);
  plan.guaranteed = whole.search->guaranteed(goal.target, plan.inputs);
  // The run to be shown is the one with the values that runners fill in.
  const suite::Signature signature = signature_of(interface_);
  InputSequence filled = plan.inputs;
  for (auto& step : filled) {
    std::uint32_t signal = 0;
    for (std::size_t v = 0; v < step.size(); ++v) {
      if (interface_.variables[v].role != Role::input) continue;
      if (!step[v]) step[v] = suite::default_value(signature.inputs[signal]);
      ++signal;
    }
  }
  std::vector<Snapshot> run = whole.search->along(goal.target, filled);
  if (run.empty()) throw Undecided("inputs that do not matter do");
  plan.run = std::move(run);
  if (!plan.guaranteed && settings_.guarantees) guarantee(goal, plan);
}

std::optional<std::uint32_t> Planner::bound_of(const TestGoal& goal) const {
  std::optional<std::uint32_t> bound = goal.within;
  // Searches of interfaces that are not finite look no further than this
  // anyway.
  const std::uint32_t deepest = settings_.max_steps != 0 ? settings_.max_steps
                                : interface_.finite()    ? 0
                                                         : kDeepest;
  if (deepest != 0 && (!bound || *bound > deepest)) bound = deepest;
  return bound;
}

bool Planner::is_shortest(const TestGoal& goal,
                          const Views& views,
                          std::size_t steps) {
  // The search was breadth-first without restriction; else it is repeated
  // without triggering, one step shorter.
  if (settings_.triggering == Triggering::none || steps == 1) return true;
  std::vector<Snapshot> shorter;
  return part_of(views, Triggering::none)
             .search->shortest(goal.target,
                               static_cast<std::uint32_t>(steps - 1),
                               shorter) == Reached::not_within;
}

Plan Planner::in_vain(const TestGoal& goal,
                      Reached reached,
                      const Views& views) {
  const std::optional<std::uint32_t> bound = bound_of(goal);
  Plan plan;
  plan.views = views;
  // Is the goal reached where nothing need be asked? If so, it is triggering
  // that excludes it; if not, the stronger claim is proved.
  if (views == all_views() && settings_.triggering != Triggering::none) {
    std::vector<Snapshot> run;
    Part& free = part_of(views, Triggering::none);
    const Reached anyhow = free.search->shortest(goal.target, bound, run);
    if (anyhow == Reached::yes) {
      plan.status = PlanStatus::not_asked;
      plan.depth = static_cast<std::int64_t>(run.size());
      // Longer executions may reach it otherwise.
      plan.reason =
          "reached, in " + std::to_string(run.size()) +
          (run.size() == 1 ? " step" : " steps") + ", only by executions " +
          (reached == Reached::no
               ? std::string()
               : "(of at most " + std::to_string(*bound) + " steps) ") +
          "some step of which asks nothing of the system: no assumption holds "
          "there";
      return plan;
    }
    reached = anyhow;
  }
  if (reached == Reached::no) {
    plan.status = PlanStatus::unreachable;
    plan.reason = views == all_views()
                      ? "no execution of the interface reaches it"
                      : "no execution of the contracts of " + names(views) +
                            " reaches it";
    return plan;
  }
  plan.status = PlanStatus::not_within;
  plan.depth = *bound;
  plan.reason = "no execution of at most " + std::to_string(*bound) +
                (*bound == 1 ? " step reaches it" : " steps reaches it");
  return plan;
}

Plan Planner::look(const TestGoal& goal) {
  Plan plan;
  const std::optional<std::uint32_t> bound = bound_of(goal);
  const Views all = all_views();
  Views views = first_views(goal);
  if (views.empty()) views = all;
  // Triggering rules out steps at which these views ask for nothing, so more
  // views may allow more.
  while (true) {
    // Each round ends, adds a view, or goes on with all views; so there are at
    // most as many rounds as views, and one more.
    Part& part = part_of(views, settings_.triggering);
    std::vector<Snapshot> run;
    Reached reached = part.search->shortest(goal.target, bound, run);
    const bool is_all = views == all;
    if (reached != Reached::yes && !is_all &&
        settings_.triggering != Triggering::none) {
      Part& free = part_of(views, Triggering::none);
      reached = free.search->shortest(goal.target, bound, run);
      if (reached == Reached::yes) {
        views = all;
        // Only triggering excludes it here. In more views, more may be asked.
        continue;
      }
    }
    if (reached != Reached::yes) return in_vain(goal, reached, views);
    if (is_all) {
      plan.run = std::move(run);
      plan.views = views;
      plan.shortest = is_shortest(goal, all, plan.run.size());
      finish(goal, plan);
      return plan;
    }
    Part& whole = part_of(all, settings_.triggering);
    plan.run = whole.search->along(goal.target, inputs_for(whole, part, run));
    if (!plan.run.empty()) {
      plan.views = views;
      // The projection has all executions of the whole, so a shortest one of it
      // bounds those of the whole.
      plan.shortest = is_shortest(goal, views, run.size());
      finish(goal, plan);
      return plan;
    }
    const Views next = next_views(goal, views, run);
    for (const std::uint32_t v : next) {
      if (std::find(views.begin(), views.end(), v) == views.end()) {
        plan.added.push_back(v);
      }
    }
    views = next;
  }
}

std::string Planner::chosen_by(const Plan& plan) const {
  Views first;
  for (const std::uint32_t v : plan.views) {
    if (std::find(plan.added.begin(), plan.added.end(), v) ==
        plan.added.end()) {
      first.push_back(v);
    }
  }
  if (plan.views.size() == interface_.views.size() && plan.added.empty()) {
    return {};
  }
  std::string out = ", inputs chosen by view " + names(first);
  if (!plan.added.empty()) {
    out += " with " + names(plan.added) +
           " added: lost on the whole interface without";
  }
  return out;
}

void Planner::explain(Plan& plan) const {
  plan.reason = plan.shortest                  ? "a shortest test"
                : plan.strategy.inputs.empty() ? "a test"
                                               : "an adaptive test";
  if (static_cast<std::size_t>(plan.depth) < plan.run.size()) {
    plan.reason += ", longer than one of " + std::to_string(plan.depth) +
                   (plan.depth == 1 ? " step" : " steps") +
                   " that would not be guaranteed";
  }
  plan.reason += chosen_by(plan);
  plan.reason += promise_of(plan);
}

Plan Planner::plan(const TestGoal& goal) {
  std::string why;
  try {
    Plan plan = look(goal);
    if (plan.status == PlanStatus::found) {
      explain(plan);
      for (Plan& p : plan.otherwise) explain(p);
    }
    return plan;
  } catch (const Undecided& e) {
    why = e.what();
  } catch (const logic::bdd::LimitReached& e) {
    why = base::to_string(e.reason());
  } catch (const logic::bdd::Unsupported& e) {
    why = std::string("no decision diagrams for ") + e.what();
  }
  Plan plan;
  plan.reason = "undecided: " + why;
  return plan;
}

}  // namespace catenary::engine::contract
