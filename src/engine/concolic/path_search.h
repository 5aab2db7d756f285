// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches that take all paths of a step from where a run has led: systematic
/// (every run, shortest first) and directed (where something new is near).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/rng.h"
#include "engine/concolic/native.h"
#include "engine/concolic/symbols.h"
#include "engine/reach/process/board.h"

namespace catenary::engine::concolic {

class PathSearch {
 public:
  /// Everything given must outlive the search.
  PathSearch(Native& native, Symbols& symbols, reach::Board& board);

  /// Every path of every run of at most ConcolicOptions::set_steps steps, or
  /// of rising lengths. Ends with Native::over(), or when all that is done.
  void run_systematically();
  /// Random runs, then all paths of a step from where they found something
  /// new, and from where the last step took a path that few did. What is known
  /// of a run's inputs is a formula for the last steps only.
  void run_directed();

 private:
  /// A run to go on from.
  struct Place {
    Run run;
    SymbolicRun symbolic;
  };
  /// Least first: nothing new there, places with the same last path before,
  /// steps, number.
  using Rank = std::tuple<bool, std::uint64_t, std::size_t, std::uint64_t>;

  bool begin();
  [[nodiscard]] Place take();
  /// A place at the end of a run, whose last step took this path; unless its
  /// state is known.
  void put(Run run, SymbolicRun symbolic, std::size_t path, bool news);
  [[nodiscard]] bool is_new(const Run& run, const SymbolicRun& symbolic);
  /// Takes all paths of a step from there; false where the search is over.
  bool expand(const Place& from);
  /// Executes a candidate as far as its last step; false where it does not get
  /// there.
  bool lead(const Place& from, const Run& candidate);
  /// Goals that the conditions of a path leave open.
  bool ask_hits(logic::smt::Solver& solver,
                const Place& from,
                const Extension& path);
  void search();
  void search_directed();
  /// Random steps from here on; places where they hit something new are kept.
  void random_walk(std::uint64_t steps, std::uint32_t length);
  void keep_news();
  void note_exhausted(std::size_t steps);

  Native& native_;
  Symbols& symbols_;
  reach::Board& board_;
  base::Rng rng_;
  bool directed_ = false;
  std::map<Rank, Place> places_;
  std::uint64_t numbered_ = 0;
  std::unordered_map<std::size_t, std::uint64_t> path_places_;
  std::unordered_set<std::string> seen_;  ///< states of places
  bool complete_ = true;                  ///< no path was left out so far
};

}  // namespace catenary::engine::concolic
