// SPDX-License-Identifier: Apache-2.0
/// \file
/// Selection of paths: one search finds shortest paths to all targets, then
/// each path becomes a test purpose, by itself, by an extension to an output,
/// or by another path.

#include "engine/symbolic/search/select.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "engine/symbolic/search/search.h"
#include "engine/symbolic/search/targets.h"
#include "engine/symbolic/testing/purposes.h"

namespace catenary::engine::symbolic {

namespace {

using Next = Search::Next;

/// Each path once, without those that begin another one; shorter ones first.
std::vector<Path> without_prefixes(std::vector<Path> paths) {
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  std::vector<Path> kept;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    // In lexicographic order, a path that begins with another one is directly
    // behind it.
    const bool begins =
        i + 1 < paths.size() && paths[i + 1].size() > paths[i].size() &&
        std::equal(paths[i].begin(), paths[i].end(), paths[i + 1].begin());
    if (!begins) kept.push_back(paths[i]);
  }
  std::stable_sort(kept.begin(), kept.end(), [](const Path& a, const Path& b) {
    return a.size() < b.size();
  });
  return kept;
}

/// One selection.
class Selector {
 public:
  Selector(Execution& execution,
           const SelectOptions& options,
           const base::Budget& budget)
      : options_(options),
        budget_(budget),
        space_(execution, options.test_case, budget),
        purposes_(execution, space_, options, budget) {}

  // For a criterion of targets.
  Selection cover(PathCriterion criterion) {
    Selection result;
    const model::TimedAutomaton& a = space_.automaton();
    result.targets = targets_of(a, criterion);
    const bool pairs = criterion == PathCriterion::pairs;
    Search search(space_, Search::settings_of(options_));
    TargetFinder finder(a, purposes_.graph(), result.targets, pairs);
    search.run(
        0,
        [&](std::uint32_t, std::uint32_t t) { return pairs ? t + 1 : 0U; },
        [&](std::uint32_t n) { return finder.visit(search, n); });
    finder.conclude(space_, search);
    result.exhaustive = search.exhaustive();
    result.contexts = search.nodes().size();
    std::vector<std::vector<Path>> chosen(result.targets.size());
    for (std::size_t i = 0; i < result.targets.size(); ++i) {
      Target& target = result.targets[i];
      if (target.reachability != Reachability::reached) continue;
      const SearchNode& end = search.nodes()[finder.node_of(i)];
      // The effect of an input becomes visible in an output that follows: each
      // possible answer counts.
      // For pairs all answers are wanted, otherwise one.
      std::vector<Path> answered = purposes_.answered(target.path, end);
      if (!pairs && answered.size() > 1) answered.resize(1);
      for (const Path& path : answered) {
        if (purposes_.refusal(path).empty()) chosen[i].push_back(path);
      }
      // The shortest path is not a test purpose: another path to the target may
      // be one.
      if (!chosen[i].empty()) continue;
      const auto found = purposes_.find(
          answered.empty() ? std::nullopt : std::optional(answered.front()),
          wanted(target));
      if (found.path) chosen[i] = {*found.path};
      if (!found.path) {
        target.reason += "; no test case covers it: " + found.why;
      }
    }
    finish(result, chosen);
    return result;
  }

  // All paths up to a depth: no subsumption, since different paths to one
  // symbolic state are different tests.
  Selection all_up_to(std::uint32_t depth) {
    Selection result;
    const model::TimedAutomaton& a = space_.automaton();
    Search::Settings settings = Search::settings_of(options_);
    settings.max_steps = depth;
    settings.subsume = false;
    Search search(space_, settings);
    std::vector<std::uint32_t> ends;
    search.run(
        0,
        [](std::uint32_t, std::uint32_t) { return 0U; },
        [&](std::uint32_t n) {
          const SearchNode& node = search.nodes()[n];
          // Test purposes end in an output.
          const bool ends_here = node.transition != SearchNode::kNone &&
                                 a.transitions[node.transition].action ==
                                     model::TimedAction::output;
          if (ends_here) ends.push_back(n);
          return Next::expand;
        });
    result.contexts = search.nodes().size();
    result.exhaustive = search.exhaustive();
    std::vector<Path> paths;
    for (const std::uint32_t n : ends) paths.push_back(search.path_to(n));
    // Paths that begin others are part of the longer test.
    for (const Path& path : without_prefixes(paths)) {
      const base::StopReason stopped = budget_.poll();
      if (stopped != base::StopReason::none) {
        result.exhaustive = false;
        result.warnings.push_back(
            std::string("stopped before all paths were looked at: ") +
            base::to_string(stopped));
        break;
      }
      // If a path is not a test purpose, its beginning may be one.
      Path shorter = path;
      while (!shorter.empty()) {
        const bool ends_in_output =
            a.transitions[shorter.back()].action == model::TimedAction::output;
        if (ends_in_output) {
          const std::string& why = purposes_.refusal(shorter);
          if (why.empty()) {
            result.paths.push_back(shorter);
            break;
          }
          const std::string text =
              "no test case for " + path_text(a, shorter) + ": " + why;
          if (warned_.insert(text).second) result.warnings.push_back(text);
        }
        shorter.pop_back();
      }
    }
    result.paths = without_prefixes(result.paths);
    for (const Unexplored& u : search.unexplored()) {
      if (u.why == Reachability::undecided) {
        if (warned_.insert(u.reason).second) {
          result.warnings.push_back(u.reason);
        }
      }
    }
    return result;
  }

  // The milestones are counted by the monitor of the search.
  Selection through(const Path& milestones) {
    Selection result;
    const model::TimedAutomaton& a = space_.automaton();
    for (const std::uint32_t t : milestones) {
      result.targets.push_back(transition_target(a, t));
    }
    Search search(space_, Search::settings_of(options_));
    std::vector<std::uint32_t> reached(milestones.size() + 1,
                                       SearchNode::kNone);
    // The first node for each number of milestones has a shortest path to it.
    search.run(
        0,
        [&](std::uint32_t done, std::uint32_t t) {
          return done < milestones.size() && milestones[done] == t ? done + 1
                                                                   : done;
        },
        [&](std::uint32_t n) {
          const SearchNode& node = search.nodes()[n];
          if (reached[node.monitor] == SearchNode::kNone) {
            reached[node.monitor] = n;
          }
          if (node.monitor == milestones.size()) return Next::stop;
          return Next::expand;
        });
    result.contexts = search.nodes().size();
    result.exhaustive = search.exhaustive();
    for (std::size_t i = 0; i < milestones.size(); ++i) {
      conclude_milestone(result.targets[i], search, milestones, i, reached);
    }
    std::vector<std::vector<Path>> chosen(milestones.size());
    const std::uint32_t last = reached.back();
    if (last != SearchNode::kNone && !milestones.empty()) {
      const Path path = search.path_to(last);
      const auto found = purposes_.find(
          purposes_.extended(path, search.nodes()[last]), in_order(milestones));
      if (found.path) chosen.assign(milestones.size(), {*found.path});
      if (!found.path) {
        for (Target& t : result.targets) {
          t.reason += "; no test case takes them all: " + found.why;
        }
      }
    }
    finish(result, chosen);
    return result;
  }

 private:
  // What a path needs to cover a target, for the search for test purposes.
  Wanted wanted(const Target& target) const {
    const model::TimedAutomaton& a = space_.automaton();
    Wanted result;
    result.covers = [&a, &target](const Path& p) {
      return covers(a, p, target);
    };
    const std::uint32_t goal = source_of(a, target);
    // Steps of the target itself, behind its first state.
    const std::uint32_t more = target.kind == Target::Kind::state  ? 0
                               : target.kind == Target::Kind::pair ? 2
                                                                   : 1;
    result.missing = [this, goal, more, &target](std::uint32_t state,
                                                 const Path& path) {
      if (target.kind == Target::Kind::pair && !path.empty() &&
          path.back() == target.what[0]) {
        return 1U;
      }
      return purposes_.graph().distance(state, goal) + more;
    };
    return result;
  }

  // The same for milestones in order.
  Wanted in_order(const Path& milestones) const {
    const model::TimedAutomaton& a = space_.automaton();
    const auto done = [&milestones](const Path& p) {
      std::size_t k = 0;
      for (const std::uint32_t t : p) {
        if (k < milestones.size() && milestones[k] == t) ++k;
      }
      return k;
    };
    Wanted result;
    result.covers = [done, &milestones](const Path& p) {
      return done(p) == milestones.size();
    };
    // The sum of distances between consecutive milestones: a lower bound.
    result.missing = [this, done, &milestones, &a](std::uint32_t state,
                                                   const Path& path) {
      std::uint32_t steps = 0;
      std::uint32_t at = state;
      for (std::size_t k = done(path); k < milestones.size(); ++k) {
        const model::TimedTransition& t = a.transitions[milestones[k]];
        steps += purposes_.graph().distance(at, t.from) + 1;
        if (steps >= StateGraph::kFar) return StateGraph::kFar;
        at = t.to;
      }
      return steps;
    };
    return result;
  }

  // Reachability of one milestone, after those before it.
  void conclude_milestone(Target& target,
                          const Search& search,
                          const Path& milestones,
                          std::size_t i,
                          const std::vector<std::uint32_t>& reached) {
    const model::TimedAutomaton& a = space_.automaton();
    // A node with more milestones has passed this one.
    for (std::size_t k = i + 1; k < reached.size(); ++k) {
      if (reached[k] == SearchNode::kNone) continue;
      target.reachability = Reachability::reached;
      target.path = search.path_to(reached[k]);
      target.reason =
          "taken within " + std::to_string(target.path.size()) + " steps";
      return;
    }
    target.reachability = Reachability::unreachable;
    target.reason = i == 0 ? "no run takes it"
                           : "no run takes it after " +
                                 a.qualified(milestones[i - 1]) +
                                 " and what stands before";
    // Something unexplored with at most this many milestones may lead to it.
    for (const Unexplored& u : search.unexplored()) {
      if (u.monitor > i) continue;
      target.reachability = u.why;
      target.reason = u.reason;
      if (u.why == Reachability::undecided) break;
    }
    if (target.reachability == Reachability::unreachable) {
      const std::string block = why_blocked(
          space_, search, milestones[i], static_cast<std::uint32_t>(i));
      if (!block.empty()) target.reason += ": " + block;
    }
  }

  // Selects the paths, and notes for each target the first path that contains
  // its own.
  void finish(Selection& result, const std::vector<std::vector<Path>>& chosen) {
    std::vector<Path> paths;
    for (const auto& some : chosen) {
      paths.insert(paths.end(), some.begin(), some.end());
    }
    result.paths = without_prefixes(std::move(paths));
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (chosen[i].empty()) continue;
      for (std::size_t k = 0; k < result.paths.size(); ++k) {
        if (!begins(chosen[i].front(), result.paths[k])) continue;
        result.targets[i].covered_by = static_cast<std::int64_t>(k);
        break;
      }
    }
    const base::StopReason stopped = budget_.poll();
    if (stopped != base::StopReason::none) {
      result.warnings.push_back(std::string("stopped early: ") +
                                base::to_string(stopped));
    }
  }

  const SelectOptions& options_;
  const base::Budget& budget_;
  Space space_;
  Purposes purposes_;
  std::set<std::string> warned_;
};

}  // namespace

Selection select_paths(Execution& execution,
                       PathCriterion criterion,
                       const SelectOptions& options,
                       const base::Budget& budget) {
  Selector selector(execution, options, budget);
  return criterion == PathCriterion::depth ? selector.all_up_to(options.depth)
                                           : selector.cover(criterion);
}

Selection select_through(Execution& execution,
                         const Path& milestones,
                         const SelectOptions& options,
                         const base::Budget& budget) {
  return Selector(execution, options, budget).through(milestones);
}

}  // namespace catenary::engine::symbolic
