// SPDX-License-Identifier: Apache-2.0
#include "app/timed/timed_plan.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "app/check/conclusions.h"
#include "app/timed/graph_bound.h"
#include "app/timed/timed_names.h"
#include "base/check.h"
#include "base/error.h"
#include "option/text.h"

namespace catenary::app {

namespace {

namespace symbolic = engine::symbolic;
using symbolic::Path;
using symbolic::PathCriterion;
using symbolic::Reachability;
using symbolic::Target;

/// What one word of --cover asks for.
struct Cover {
  PathCriterion criterion = PathCriterion::transitions;
  std::uint32_t depth = 0;
};

Cover read_cover(const std::string& word) {
  constexpr std::uint32_t kDeepest = 10'000;
  if (word == "transitions") return {PathCriterion::transitions, 0};
  if (word == "pairs") return {PathCriterion::pairs, 0};
  if (word == "states") return {PathCriterion::states, 0};
  if (!word.starts_with("depth:")) {
    const bool of_contracts = word == "contracts" || word == "assumptions" ||
                              word == "boundaries" || word == "mutants";
    throw base::InputError(
        {},
        "--cover: '" + word + "' is for " +
            (of_contracts ? "requirements" : "step programs") +
            "; expected transitions, "
            "pairs, states or depth:K for a timed model",
        "option-kind");
  }
  std::uint32_t depth = 0;
  try {
    option::parse_text(word.substr(6), depth);
  } catch (const base::InputError&) {
    depth = 0;
  }
  if (depth == 0 || depth > kDeepest) {
    throw base::InputError({},
                           "--cover: expected depth:K with K in 1.." +
                               std::to_string(kDeepest) + ", found '" + word +
                               "'",
                           "option-range");
  }
  return {PathCriterion::depth, depth};
}

/// Steps after which a path has hit the target, 0 = at the start; nothing
/// where it does not.
std::optional<std::size_t> hit_at(const model::TimedAutomaton& automaton,
                                  PathCriterion criterion,
                                  const Target& target,
                                  const Path& path) {
  const std::vector<std::uint32_t>& what = target.what;
  switch (criterion) {
    case PathCriterion::transitions:
    case PathCriterion::pairs: {
      const auto at =
          std::search(path.begin(), path.end(), what.begin(), what.end());
      if (what.empty() || at == path.end()) return std::nullopt;
      return static_cast<std::size_t>(at - path.begin()) + what.size();
    }
    case PathCriterion::states:
      if (what.empty()) return std::nullopt;
      if (automaton.initial == what[0]) return 0;
      for (std::size_t i = 0; i < path.size(); ++i) {
        if (automaton.transitions[path[i]].to == what[0]) return i + 1;
      }
      return std::nullopt;
    case PathCriterion::depth:
      if (!target.path.empty() && target.path == path) return path.size();
      return std::nullopt;
  }
  return std::nullopt;
}

class Planner {
 public:
  Planner(symbolic::Execution& execution,
          const GenerateOptions& options,
          const symbolic::TestCaseOptions& test_case,
          Context& context)
      : execution_(execution), options_(options), context_(context) {
    select_.test_case = test_case;
    select_.max_steps = options.max_steps;
    select_.seed = options.seed;
  }

  TimedPlan plan() {
    for (const std::string& text : options_.path) add_path(text);
    for (const std::string& text : options_.through) add_through(text);
    const bool named = !options_.path.empty() || !options_.through.empty();
    if (options_.method == Method::chain) {
      add_chains();
    } else if (!options_.cover.empty()) {
      for (const std::string& word : options_.cover) add_cover(word);
    } else if (!named) {
      add_cover("transitions");
    }
    finish();
    return std::move(plan_);
  }

 private:
  [[nodiscard]] const model::TimedAutomaton& automaton() const {
    return execution_.automaton();
  }

  /// A path once, whoever asks for it.
  PlannedPath& path(const Path& wanted) {
    const auto [at, is_new] = path_index_.emplace(wanted, plan_.paths.size());
    if (is_new) plan_.paths.push_back({wanted, "", {}});
    return plan_.paths[at->second];
  }

  /// A goal once; the first of an id stays.
  std::size_t goal(suite::SuiteGoal wanted) {
    const auto [at, is_new] =
        goal_index_.emplace(wanted.id, plan_.goals.size());
    if (is_new) plan_.goals.push_back(std::move(wanted));
    return at->second;
  }

  /// The goal of a path that was asked for as such.
  suite::SuiteGoal named_goal(const std::string& id, const Path& p) {
    suite::SuiteGoal g;
    g.id = id;
    g.kind = "path";
    g.text = path_text(automaton(), p);
    if (!p.empty()) g.where = automaton().transitions[p.front()].where;
    g.reason = "its test case was not made yet";
    g.depth = static_cast<std::int64_t>(p.size());
    return g;
  }

  void add_path(const std::string& text) {
    const Path p = read_path(automaton(), text);
    PlannedPath& planned = path(p);
    if (!planned.named.empty()) return;  // given twice
    planned.named = "--path " + text;
    hits_.push_back({goal(named_goal("path" + std::to_string(++paths_), p)),
                     [p](const Path& q) {
                       return q == p ? std::optional(q.size()) : std::nullopt;
                     }});
  }

  void add_through(const std::string& text) {
    const Path milestones = read_milestones(automaton(), text);
    context_.progress.update({"selecting paths", 0, 0, "through " + text});
    const symbolic::Selection s = symbolic::select_through(
        execution_, milestones, select_, context_.budget);
    CATENARY_CHECK(!s.targets.empty(), "a selection says what it looked for");
    const auto missed =
        std::find_if(s.targets.begin(), s.targets.end(), [](const Target& t) {
          return t.reachability != Reachability::reached;
        });
    const Target& target =
        missed == s.targets.end() ? s.targets.back() : *missed;
    if (target.reachability == Reachability::unreachable) {
      throw base::InputError(target.where.known()
                                 ? target.where
                                 : base::SourceLocation{automaton().path, 0, 0},
                             "--through " + text +
                                 ": no run takes these transitions in this "
                                 "order: " +
                                 target.reason,
                             "infeasible");
    }
    suite::SuiteGoal g = goal_of(target, "path");
    g.id = "through" + std::to_string(++throughs_);
    g.text = "through " + text;
    const std::size_t index = goal(std::move(g));
    if (s.paths.empty()) return;
    const Path p = s.paths.front();
    path(p).named = "--through " + text;
    hits_.push_back({index, [p](const Path& q) {
                       return q == p ? std::optional(q.size()) : std::nullopt;
                     }});
    note(s);
  }

  void add_cover(const std::string& word) {
    const Cover cover = read_cover(word);
    symbolic::SelectOptions o = select_;
    o.depth = cover.depth;
    context_.progress.update({"selecting paths", 0, 0, word});
    add_selection(
        symbolic::select_paths(execution_, cover.criterion, o, context_.budget),
        cover.criterion);
  }

  void add_chains() {
    context_.progress.update({"selecting paths", 0, 0, "chains"});
    const PathCriterion criterion =
        options_.cover.empty() ? PathCriterion::transitions
                               : read_cover(options_.cover.front()).criterion;
    // The other half is for the test cases.
    base::Budget budget = context_.budget;
    if (budget.is_limited()) budget = budget.share(budget.work_left(), 2);
    const symbolic::Chains chains =
        symbolic::select_chains(execution_, criterion, select_, budget);
    plan_.bound.lower = chains.lower;
    plan_.bound.fewest_chains = chains.fewest;
    plan_.bound.by = chains.by;
    plan_.stop = budget.poll();
    raise_to_graph(automaton(), chains, context_.budget, plan_.bound);
    add_selection(chains.selection, criterion);
  }

  void add_selection(const symbolic::Selection& s, PathCriterion criterion) {
    for (const Target& target : s.targets) {
      const std::size_t index = goal(goal_of(target, kind_of_goal(criterion)));
      if (target.reachability == Reachability::reached) {
        plan_.shortest[target.id] =
            static_cast<std::int64_t>(target.path.size());
      }
      hits_.push_back({index, [this, criterion, target](const Path& q) {
                         return hit_at(automaton(), criterion, target, q);
                       }});
    }
    for (const Path& p : s.paths) {
      path(p);
      if (criterion != PathCriterion::depth) continue;
      std::string id;
      for (const std::uint32_t t : p) {
        id += (id.empty() ? "" : "/") + automaton().qualified(t);
      }
      hits_.push_back({goal(named_goal(id, p)), [p](const Path& q) {
                         return q == p ? std::optional(q.size()) : std::nullopt;
                       }});
    }
    note(s);
  }

  void note(const symbolic::Selection& s) {
    for (const std::string& w : s.warnings) {
      if (std::find(plan_.warnings.begin(), plan_.warnings.end(), w) ==
          plan_.warnings.end()) {
        plan_.warnings.push_back(w);
      }
    }
    plan_.contexts += s.contexts;
    selections_ += 1;
    exhaustive_ = exhaustive_ && s.exhaustive;
  }

  /// Which path hits which goals.
  void finish() {
    for (PlannedPath& p : plan_.paths) {
      std::map<std::pair<std::size_t, std::size_t>, bool> by_time;
      for (const Hit& hit : hits_) {
        const auto at = hit.at(p.path);
        if (!at) continue;
        by_time[{*at, hit.goal}] = true;
        suite::SuiteGoal& g = plan_.goals[hit.goal];
        const auto depth = static_cast<std::int64_t>(*at);
        if (g.depth < 0 || depth < g.depth) g.depth = depth;
      }
      for (const auto& [key, yes] : by_time) p.goals.push_back(key.second);
    }
    plan_.exhaustive = selections_ > 0 && exhaustive_;
    plan_.proof = "symbolic execution of " + with_thousands(plan_.contexts) +
                  " contexts" +
                  (plan_.exhaustive ? ", all others subsumed" : "");
  }

  /// A goal, and when a path hits it.
  struct Hit {
    std::size_t goal = 0;
    std::function<std::optional<std::size_t>(const Path&)> at;
  };

  symbolic::Execution& execution_;
  const GenerateOptions& options_;
  Context& context_;
  symbolic::SelectOptions select_;
  TimedPlan plan_;
  std::map<Path, std::size_t> path_index_;
  std::map<std::string, std::size_t> goal_index_;
  std::vector<Hit> hits_;
  std::size_t paths_ = 0;
  std::size_t throughs_ = 0;
  std::size_t selections_ = 0;
  bool exhaustive_ = true;
};

}  // namespace

const char* kind_of_goal(PathCriterion criterion) {
  switch (criterion) {
    case PathCriterion::transitions:
      return "transition";
    case PathCriterion::pairs:
      return "pair";
    case PathCriterion::states:
      return "state";
    case PathCriterion::depth:
      break;
  }
  return "path";
}

suite::SuiteGoal goal_of(const Target& target, const std::string& kind) {
  suite::SuiteGoal g;
  g.id = target.id;
  g.text = target.text;
  g.kind = kind;
  g.where = target.where;
  g.reason = target.reason;
  switch (target.reachability) {
    case Reachability::unreachable:
      g.status = suite::GoalStatus::unreachable;
      g.trust = suite::Trust::proved;
      break;
    case Reachability::not_within_bound:
      g.status = suite::GoalStatus::not_within_bound;
      g.trust = suite::Trust::proved;
      break;
    case Reachability::reached:
    case Reachability::undecided:
      g.status = suite::GoalStatus::undecided;
      break;
  }
  return g;
}

TimedPlan plan_tests(symbolic::Execution& execution,
                     const GenerateOptions& options,
                     const symbolic::TestCaseOptions& of,
                     Context& context) {
  return Planner(execution, options, of, context).plan();
}

}  // namespace catenary::app
