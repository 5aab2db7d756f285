// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines that search in turn, in slices of work, and keep what they know in
/// between.
///
/// The solver has one half of the work, and the other engines together have the
/// other half, in which the share of an exploration counts three times, since a
/// unit of its work takes about a third of the time. The others get less once
/// they find nothing any more, but for an exploration, which may prove all at
/// its end; the solver gets less only while they find more than it does. Among
/// the others, who found more per work lately gets more: the problem of the
/// multi-armed bandit, with a policy that never lets an arm starve (Robbins,
/// "Some aspects of the sequential design of experiments", Bulletin of the AMS
/// 58(5), 1952, doi:10.1090/S0002-9904-1952-09620-8). While nothing is found,
/// slices double: that is within a constant factor of the best division that is
/// not known in advance (Luby, Sinclair, Zuckerman, "Optimal speedup of Las
/// Vegas algorithms", IPL 47(4), 1993, doi:10.1016/0020-0190(93)90029-9).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "base/work_clock.h"
#include "engine/portfolio/ledger.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

/// An engine of the portfolio.
struct Member {
  /// For reports; static.
  const char* name = "";
  /// Not null.
  std::shared_ptr<reach::Engine> engine;
  /// Whether its proofs count; of others, only runs do.
  bool proves = false;
  /// Work that it gets at most where the budget has no limit; 0 = without limit
  /// of its own.
  std::chrono::milliseconds most{0};
  /// Whether graph and ranges of the result are those of its search.
  bool has_graph = false;
  /// Whether it never ends by itself: the search ends without it.
  bool is_endless = false;
  /// How much it gets of the first round, relative to the weights of the others
  /// but for the solver.
  double weight = 1;
  /// A search that was begun before; null = it begins now.
  std::unique_ptr<reach::RunningSearch> search;
};

/// Options for a search that lives beside others: a part of the memory that
/// `options` or `budget` allow.
[[nodiscard]] reach::Options options_of_member(const reach::Options& options,
                                               const base::Budget& budget);

/// How long the slices are.
struct TurnTimes {
  /// Work of the solver beside the opening.
  std::chrono::milliseconds opening{2'000};
  /// Work of the solver, and of all others together, in the first round, and a
  /// millisecond more for every 50 goals. A round that decides no goal doubles
  /// it; one that does halves it, but not below its first value: what one
  /// search finds is often where another one goes on. An exploration has three
  /// times as much.
  std::chrono::milliseconds first{200};
  /// Work of the longest round.
  std::chrono::milliseconds longest{8'000};
  /// The search ends when the work of this thread comes to here. Other than a
  /// limit of the budget, it is not divided among the members: up to there they
  /// do what they do without it.
  std::optional<base::WorkClock::time_point> end{};
};

/// Whether the budget, or TurnTimes::end, ends a search now.
[[nodiscard]] bool is_used_up(const base::Budget& budget,
                              const TurnTimes& times);
/// The work up to TurnTimes::end, at least a millisecond; without an end, more
/// than any.
[[nodiscard]] std::chrono::milliseconds work_before(const TurnTimes& times);

/// One search. With two or more Options::jobs the solver works beside the
/// others. What one of the two halves finds the other one learns after each
/// round, with any number of jobs, so that the result does not depend on them.
class Turns {
 public:
  /// Everything given must outlive it.
  Turns(const model::StepSystem& system,
        const reach::Options& options,
        const base::Budget& budget,
        TurnTimes times,
        Ledger& ledger);

  /// Adds an engine to the others.
  void add(Member member);
  /// Sets the solver. Its own options have the runs that are known before.
  void set_solver(Member member);

  /// Takes the place of the others in the first round. It changes what is known
  /// but for the solver, may add members, and returns whether the search goes
  /// on.
  using Opening = std::function<bool(reach::Result&)>;

  /// Searches until every engine has ended, the budget is used up, or nothing
  /// is left to find. `found`: what is known before; the return value is that
  /// with what was found. A contradiction between two engines ends the search;
  /// then distrust() was called.
  [[nodiscard]] reach::Result run(reach::Result found, const Opening& opening);

 private:
  /// A member, and the search that it makes.
  struct RunningMember {
    Member member;
    reach::Options options;
    reach::ProgressCallback progress;
    /// The first entry of log_ that it does not know.
    std::size_t told = 0;
    /// Steps that were counted, and work that it did.
    std::uint64_t transitions = 0;
    std::chrono::milliseconds work{0};
    /// Goals decided per second of work, of late.
    double gain = 0;
    // Of its last slice:
    /// Runs of others that it is given at the start.
    std::vector<model::Trace> news;
    /// Work that it was allowed, and work that it did.
    std::chrono::milliseconds allowed{0};
    base::WorkClock::duration done{0};
    std::chrono::steady_clock::time_point begun;
    /// Wall-clock time that it took.
    double seconds = 0;
  };
  /// A run that hit a goal first, and who found it; null = the opening.
  struct Entry {
    const RunningMember* by;
    model::SharedTrace run;
  };

  /// The member with options for its search, which has not begun.
  [[nodiscard]] std::unique_ptr<RunningMember> prepared(
      Member member, const reach::Options& options) const;
  [[nodiscard]] bool can_go_on(const RunningMember& running) const;
  [[nodiscard]] bool goes_on() const;
  /// The share of each of the others in the next round; their sum is 1, or 0
  /// where none can go on.
  [[nodiscard]] std::vector<double> shares() const;
  /// Plans a slice of the member: what it may do, and what it is told.
  void plan(RunningMember& running, std::chrono::milliseconds work);
  /// Begins the search of the member, if it has not begun.
  void begin(RunningMember& running);
  /// Begins the slice that was planned.
  void start(RunningMember& running);
  /// Waits for its end.
  static void wait_for(RunningMember& running);
  /// Notes what it brought, and returns what the member says then.
  reach::Result finish(RunningMember& running);
  /// Keeps runs to goals that none hit before.
  void log(const RunningMember* running, const reach::Result& result);
  /// The runs of others that the member does not know.
  [[nodiscard]] std::vector<model::Trace> news_for(RunningMember& running);
  /// One slice of each of the others.
  void run_others(std::chrono::milliseconds work);
  /// Takes what one of the others found. Returns false on a contradiction.
  [[nodiscard]] bool take(const RunningMember& running, reach::Result more);
  /// Begins a slice of the solver.
  void start_solver(std::chrono::milliseconds work);
  /// Takes what it found.
  void finish_solver();
  /// The search is over: what the solver does now does not count.
  void cancel_solver();
  /// What the others found, with graph and ranges.
  [[nodiscard]] reach::Result concluded();
  /// The result of all members.
  [[nodiscard]] reach::Result result();

  const model::StepSystem& system_;
  const reach::Options& options_;
  const base::Budget& budget_;
  TurnTimes times_;
  Ledger& ledger_;
  std::vector<std::unique_ptr<RunningMember>> others_;
  /// May be null.
  std::unique_ptr<RunningMember> solver_;
  /// Whether it works beside the others.
  bool beside_;
  /// Rounds, of late, in which the others found nothing.
  int idle_rounds_ = 0;
  /// The same for the solver.
  int idle_slices_ = 0;
  /// Whether its slice goes on.
  bool solving_ = false;
  /// What is known but for the solver.
  reach::Result found_;
  /// What the solver said last.
  reach::Result solved_;
  /// Two engines contradict each other.
  bool contradicted_ = false;
  /// The search that exhausted everything; its result is the result.
  const RunningMember* exhausted_ = nullptr;
  std::vector<Entry> log_;
  std::vector<bool> logged_;
};

}  // namespace catenary::engine::portfolio
