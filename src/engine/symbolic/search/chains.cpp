// SPDX-License-Identifier: Apache-2.0
/// \file
/// A single path through all transitions, pairs or states if there is one, and
/// otherwise as few paths as the searches find.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "engine/symbolic/search/chain_search.h"

namespace catenary::engine::symbolic {

namespace {

/// The plural of what the criterion covers, for messages.
std::string names_of(PathCriterion criterion) {
  switch (criterion) {
    case PathCriterion::pairs:
      return "pairs";
    case PathCriterion::states:
      return "states";
    case PathCriterion::transitions:
    case PathCriterion::depth:
      break;
  }
  return "transitions";
}

/// One call of select_chains(): rounds of ChainSearch, each for the targets
/// that are left.
class ChainSelector {
 public:
  ChainSelector(Execution& execution,
                PathCriterion criterion,
                const SelectOptions& options,
                const base::Budget& budget)
      : automaton_(execution.automaton()),
        criterion_(criterion),
        budget_(budget),
        space_(execution, options.test_case, budget),
        purposes_(execution, space_, options, budget) {
    // First what can be covered at all, and what by a test purpose: the others
    // are not wanted here.
    result_.selection = select_paths(execution, criterion, options, budget);
    single_.swap(result_.selection.paths);
    find_wanted();
    search_.emplace(space_, purposes_, result_.selection.targets, options);
  }

  Chains run() {
    // Each round adds the path that covers most of what is left.
    while (std::find(left_.begin(), left_.end(), true) != left_.end() &&
           budget_.poll() == base::StopReason::none) {
      if (!add_path()) break;
    }
    add_single_paths();
    bound();
    assign();
    return std::move(result_);
  }

 private:
  void find_wanted() {
    std::vector<Target>& targets = result_.selection.targets;
    wanted_.assign(targets.size(), false);
    for (std::size_t t = 0; t < wanted_.size(); ++t) {
      Target& target = targets[t];
      wanted_[t] = target.covered_by >= 0;
      // A target that is neither covered nor proved unreachable may be covered
      // by another path, so no bound holds.
      open_ = open_ ||
              (!wanted_[t] && target.reachability != Reachability::unreachable);
      target.covered_by = -1;
    }
    left_ = wanted_;
  }

  [[nodiscard]] const std::vector<Target>& targets() const {
    return result_.selection.targets;
  }

  /// How many of the targets that are left the path covers.
  [[nodiscard]] std::ptrdiff_t taken(const std::optional<Path>& path) const {
    std::ptrdiff_t count = 0;
    for (std::size_t i = 0; path && i < left_.size(); ++i) {
      if (left_[i] && covers(automaton_, *path, targets()[i])) ++count;
    }
    return count;
  }

  /// False if no path is found that covers anything more.
  bool add_path() {
    const bool first = result_.selection.paths.empty();
    const auto found = search_->run(left_);
    std::optional<Path> path = found.path;
    if (first) note_bound(found);
    // No path covers everything that is left: the best one is taken.
    if (!path) path = found.most;
    // The search was cut off: the greedy search may cover more.
    if (!found.path && !found.ended) {
      const auto other = search_->greedy(left_);
      if (taken(other) > taken(path)) path = other;
    }
    // The shortest paths of single targets make sure that every round covers
    // something.
    for (const Path& p : single_) {
      if (taken(path) == 0 && taken(p) > 0) path = p;
    }
    if (taken(path) == 0) return false;
    take(*path);
    return true;
  }

  /// What the searches did not get to is covered by shortest paths of single
  /// targets.
  void add_single_paths() {
    for (const Path& p : single_) {
      if (taken(p) > 0) take(p);
    }
  }

  void take(const Path& path) {
    for (std::size_t i = 0; i < left_.size(); ++i) {
      if (left_[i] && covers(automaton_, path, targets()[i])) left_[i] = false;
    }
    result_.selection.paths.push_back(path);
  }

  /// Only the first search is about all targets: its bounds are bounds of the
  /// whole.
  void note_bound(const ChainSearch::Result& found) {
    one_is_too_few_ = found.impossible;
    if (open_ || found.lower < 0) return;
    result_.lower = found.lower;
    result_.by = found.path ? "best-first search over symbolic states and " +
                                  names_of(criterion_) + " taken"
                            : "best-first search that did not end";
  }

  void bound() {
    const std::size_t count = result_.selection.paths.size();
    // Bounds are about paths that cover all that is wanted.
    const bool has_all = std::ranges::count(left_, true) == 0;
    // One path, or two if one was proved not to be enough.
    result_.fewest =
        has_all && !open_ && (count == 1 || (count == 2 && one_is_too_few_));
    if (count > 1 || !has_all) {
      // Bounds of one path say nothing about several.
      result_.lower = -1;
      result_.by.clear();
    }
    if (count == 0 || result_.lower >= 0 || open_) return;
    // A bound that always holds: a step covers at most one target, except for
    // the initial state, which is covered by no step.
    std::int64_t steps = 0;
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      const bool is_start = targets()[i].kind == Target::Kind::state &&
                            targets()[i].what[0] == automaton_.initial;
      if (wanted_[i] && !is_start) ++steps;
    }
    result_.lower = steps;
    result_.by = "each of the " + names_of(criterion_) + " takes a step";
  }

  /// Each target gets the first path that covers it.
  void assign() {
    const std::vector<Path>& paths = result_.selection.paths;
    for (Target& target : result_.selection.targets) {
      for (std::size_t k = 0; k < paths.size(); ++k) {
        if (!covers(automaton_, paths[k], target)) continue;
        target.covered_by = static_cast<std::int64_t>(k);
        break;
      }
    }
  }

  const model::TimedAutomaton& automaton_;
  PathCriterion criterion_;
  const base::Budget& budget_;
  Space space_;
  Purposes purposes_;
  std::optional<ChainSearch> search_;
  Chains result_;
  /// Shortest paths of single targets.
  std::vector<Path> single_;
  /// Targets that some test purpose covers, and those that no path covers yet.
  Taken wanted_, left_;
  /// Some other target may be covered too.
  bool open_ = false;
  bool one_is_too_few_ = false;
};

}  // namespace

Chains select_chains(Execution& execution,
                     PathCriterion criterion,
                     const SelectOptions& options,
                     const base::Budget& budget) {
  // All paths up to a depth have no common goal.
  CATENARY_CHECK(criterion != PathCriterion::depth, "no chain of all paths");
  return ChainSelector(execution, criterion, options, budget).run();
}

}  // namespace catenary::engine::symbolic
