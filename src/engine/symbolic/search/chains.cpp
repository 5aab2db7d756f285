// SPDX-License-Identifier: Apache-2.0
/// \file
/// A single path through all transitions, pairs or states if there is one, and
/// otherwise as few paths as the searches find.
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/symbolic/search/chain_search.h"

namespace catenary::engine::symbolic {

namespace {

/// The plural of what the criterion covers, for messages.
std::string names_of(Criterion criterion) {
  switch (criterion) {
    case Criterion::pairs:
      return "pairs";
    case Criterion::states:
      return "states";
    case Criterion::transitions:
    case Criterion::depth:
      break;
  }
  return "transitions";
}

}  // namespace

Chains select_chains(Execution& execution,
                     Criterion criterion,
                     const SelectOptions& options,
                     const base::Budget& budget) {
  const model::TimedAutomaton& a = execution.automaton();
  Space space(execution, options.test_case, budget);
  Purposes purposes(execution, space, options, budget);
  // All paths up to a depth have no common goal.
  CATENARY_CHECK(criterion != Criterion::depth, "no chain of all paths");
  Chains result;
  // First what can be covered at all, and what by a test purpose: the others
  // are not wanted here.
  result.selection = select_paths(execution, criterion, options, budget);
  std::vector<Path> single;
  single.swap(result.selection.paths);
  std::vector<Target>& targets = result.selection.targets;
  Taken wanted(targets.size(), false);
  bool open = false;
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    Target& target = targets[t];
    wanted[t] = target.covered_by >= 0;
    // A target that is neither covered nor proved unreachable may be covered by
    // another path, so no bound holds.
    open = open ||
           (!wanted[t] && target.reachability != Reachability::unreachable);
    target.covered_by = -1;
  }
  Taken left = wanted;
  ChainSearch search(space, purposes, targets, options);
  bool one_is_too_few = false;
  // Each round adds the path that covers most of what is left.
  while (std::find(left.begin(), left.end(), true) != left.end() &&
         budget.poll() == base::StopReason::none) {
    const bool first = result.selection.paths.empty();
    const auto found = search.run(left);
    std::optional<Path> path = found.path;
    // Only the first search is about all targets: its bounds are bounds of the
    // whole.
    if (first) {
      one_is_too_few = found.impossible;
      if (!open && found.lower >= 0) {
        result.lower = found.lower;
        result.by = found.path ? "best-first search over symbolic states and " +
                                     names_of(criterion) + " taken"
                               : "best-first search that did not end";
      }
    }
    // No path covers everything that is left: the best one is taken.
    if (!path) path = found.most;
    const auto taken = [&](const std::optional<Path>& p) {
      std::ptrdiff_t count = 0;
      for (std::size_t i = 0; p && i < left.size(); ++i) {
        if (left[i] && covers(a, *p, targets[i])) ++count;
      }
      return count;
    };
    // The search was cut off: the greedy search may cover more.
    if (!found.path && !found.ended) {
      const auto other = search.greedy(left);
      if (taken(other) > taken(path)) path = other;
    }
    // The shortest paths of single targets make sure that every round covers
    // something.
    for (const Path& p : single) {
      if (taken(path) == 0 && taken(p) > 0) path = p;
    }
    if (taken(path) == 0) break;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] && covers(a, *path, targets[i])) left[i] = false;
    }
    result.selection.paths.push_back(*path);
  }
  const std::size_t count = result.selection.paths.size();
  // One path, or two if one was proved not to be enough.
  result.fewest = !open && (count == 1 || (count == 2 && one_is_too_few));
  if (count > 1) {
    // Bounds of one path say nothing about several.
    result.lower = -1;
    result.by.clear();
  }
  // A bound that always holds: a step covers at most one target, except for the
  // initial state, which is covered by no step.
  if (count > 0 && result.lower < 0 && !open) {
    std::int64_t steps = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const bool is_start = targets[i].kind == Target::Kind::state &&
                            targets[i].what[0] == a.initial;
      if (wanted[i] && !is_start) ++steps;
    }
    result.lower = steps;
    result.by = "each of the " + names_of(criterion) + " takes a step";
  }
  // Each target gets the first path that covers it.
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    for (std::size_t k = 0; k < count; ++k) {
      if (!covers(a, result.selection.paths[k], targets[t])) continue;
      targets[t].covered_by = static_cast<std::int64_t>(k);
      break;
    }
  }
  return result;
}

}  // namespace catenary::engine::symbolic
