// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches that execute all paths of a step from the state after a run:
/// systematic (every run, shortest first) and directed (first after runs that
/// found something new).
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

  /// Executes every path of every run of at most ConcolicOptions::set_steps
  /// steps or, if that is 0, of any length, shortest runs first. Ends with
  /// Native::over(), or when all of that is done.
  void run_systematically();
  /// Makes random runs, or follows known runs and makes random steps from where
  /// they hit goals. Then executes all paths of a step, first after runs that
  /// found something new, then after runs whose last step took a rare path.
  /// Only the inputs of the last steps of a run are symbolic.
  void run_directed();

 private:
  /// A run to go on from.
  struct Place {
    Run run;
    SymbolicRun symbolic;
  };
  /// Places are taken by ascending rank: whether nothing new was found there,
  /// the number of earlier places with the same last path, the steps of the run
  /// (SC with a bound: the steps that are left), and a serial number.
  using Rank = std::tuple<bool, std::uint64_t, std::size_t, std::uint64_t>;

  bool begin();
  [[nodiscard]] Place take();
  /// Adds a place at the end of a run whose last step took this path, unless
  /// its state is known.
  void put(Run run, SymbolicRun symbolic, std::size_t path, bool news);
  [[nodiscard]] bool is_new(const Run& run, const SymbolicRun& symbolic);
  /// Executes all paths of a step from a place. Returns false if the search is
  /// over.
  bool expand(const Place& from);
  /// Executes a candidate without its last step. Returns false if the run ends
  /// before that.
  bool lead(const Place& from, const Run& candidate);
  /// Searches for inputs along a path that hit goals, if the path does not
  /// determine whether it hits them. Returns false if the search is over.
  bool ask_hits(logic::smt::Solver& solver,
                const Place& from,
                const Extension& path);
  void search();
  void search_directed();
  /// Takes random steps after the current run. Places where they hit a new goal
  /// are kept.
  void random_walk(std::uint64_t steps, std::uint32_t length);
  void keep_news();
  void follow(const model::Trace& known);
  /// Follows the runs that the board offers. Returns whether there were some.
  bool take_offered();
  void walk_from_places();
  void note_exhausted(std::size_t steps);

  Native& native_;
  Symbols& symbols_;
  reach::Board& board_;
  base::Rng rng_;
  bool directed_ = false;
  std::map<Rank, Place> places_;
  std::uint64_t place_bytes_ = 0;  ///< of their runs, roughly
  std::uint64_t numbered_ = 0;
  std::unordered_map<std::size_t, std::uint64_t> path_places_;
  std::unordered_set<std::string> seen_;  ///< states of places
  bool complete_ = true;                  ///< no path was left out so far
};

}  // namespace catenary::engine::concolic
