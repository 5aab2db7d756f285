// SPDX-License-Identifier: Apache-2.0
/// \file
/// One path through all transitions, pairs or states, or the fewest that are
/// found.
#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "engine/symbolic/search/chain_search.h"

namespace catenary::engine::symbolic {

namespace {

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
  CATENARY_CHECK(criterion != Criterion::depth, "no chain of all paths");
  Chains result;
  // What can be taken at all, and what by a test purpose.
  result.selection = select_paths(execution, criterion, options, budget);
  std::vector<Path> single;
  single.swap(result.selection.paths);
  std::vector<Target>& targets = result.selection.targets;
  Taken wanted(targets.size(), false);
  bool open = false;
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    Target& target = targets[t];
    wanted[t] = target.covered_by >= 0;
    // Another path may take what the ones that were tried do not.
    open = open ||
           (!wanted[t] && target.reachability != Reachability::unreachable);
    target.covered_by = -1;
  }
  Taken left = wanted;
  ChainSearch search(space, purposes, targets, options);
  bool one_is_too_few = false;
  while (std::find(left.begin(), left.end(), true) != left.end() &&
         budget.poll() == base::StopReason::none) {
    const bool first = result.selection.paths.empty();
    const auto found = search.run(left);
    std::optional<Path> path = found.path;
    if (first) {
      one_is_too_few = found.impossible;
      if (!open && found.lower >= 0) {
        result.lower = found.lower;
        result.by = found.path ? "best-first search over symbolic states and " +
                                     names_of(criterion) + " taken"
                               : "best-first search that did not end";
      }
    }
    if (!path) path = found.most;
    const auto taken = [&](const std::optional<Path>& p) {
      std::ptrdiff_t count = 0;
      for (std::size_t i = 0; p && i < left.size(); ++i) {
        if (left[i] && covers(a, *p, targets[i])) ++count;
      }
      return count;
    };
    if (!found.path && !found.ended) {
      const auto other = search.greedy(left);
      if (taken(other) > taken(path)) path = other;
    }
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
  result.fewest = !open && (count == 1 || (count == 2 && one_is_too_few));
  if (count > 1) {
    // Bounds of one path say nothing about several.
    result.lower = -1;
    result.by.clear();
  }
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
