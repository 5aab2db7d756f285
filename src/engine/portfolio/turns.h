// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engines that search in turn, in slices of work, and keep what they know in
/// between.
///
/// The solver has one half of the work, and the other engines together have the
/// other half. The others get less once they find nothing any more, the solver
/// only while they find more than it does. Among the others,
/// who found more per work lately gets more: the problem of the multi-armed
/// bandit, with a policy that never lets an arm starve (Robbins, "Some aspects
/// of the sequential design of experiments", Bulletin of the AMS 58(5), 1952,
/// doi:10.1090/S0002-9904-1952-09620-8). Slices of doubling length are within a
/// constant factor of the best division that is not known in advance (Luby,
/// Sinclair, Zuckerman, "Optimal speedup of Las Vegas algorithms", IPL 47(4),
/// 1993, doi:10.1016/0020-0190(93)90029-9).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/portfolio/ledger.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"

namespace catenary::engine::portfolio {

/// An engine that takes part.
struct Player {
  /// For reports; static.
  const char* name = "";
  /// Not null.
  std::shared_ptr<reach::Engine> engine;
  /// Whether its proofs count; of others, only runs do.
  bool proves = false;
  /// Work that it gets at most where the budget has no limit; 0 = without limit
  /// of its own.
  std::chrono::milliseconds most{0};
  /// Whether it never ends: the game ends without it.
  bool is_endless = false;
  /// Its share of the first round among the engines that are no solver.
  double weight = 1;
  /// A search that was begun before; null = it begins now.
  std::unique_ptr<reach::RunningSearch> search;
};

/// How long the slices are.
struct TurnTimes {
  /// Work of the solver beside the opening.
  std::chrono::milliseconds opening{2'000};
  /// Work of the solver, and of all others together, in the round after that.
  /// It doubles from round to round.
  std::chrono::milliseconds first{500};
  /// Work of the longest round.
  std::chrono::milliseconds longest{8'000};
};

/// One game. With two or more Options::jobs the solver works beside the others.
/// What one of the two halves finds the other one learns after each round, with
/// any number of jobs, so that the result does not depend on them.
class Turns {
 public:
  /// Everything given must outlive it.
  Turns(const model::StepSystem& system,
        const reach::Options& options,
        const base::Budget& budget,
        TurnTimes times,
        Ledger& ledger);

  /// Adds an engine to the others.
  void add(Player player);
  /// Sets the solver. Its own options have the runs that are known before.
  void set_solver(Player player);

  /// Takes the place of the others in the first round. It changes what is known
  /// but for the solver, may add players, and returns whether the game goes on.
  using Opening = std::function<bool(reach::Result&)>;

  /// Plays until every engine has ended, the budget is used up, or nothing is
  /// left to find. `found`: what is known before; the return value is that with
  /// what was found. A contradiction between two engines ends the game; then
  /// distrust() was called.
  [[nodiscard]] reach::Result play(reach::Result found, const Opening& opening);

 private:
  /// A player at the table.
  struct Seat {
    Player player;
    reach::Options options;
    reach::ProgressCallback progress;
    /// The first entry of log_ that it does not know.
    std::size_t told = 0;
    /// Steps that were counted, and work that it did.
    std::uint64_t transitions = 0;
    std::chrono::milliseconds work{0};
    /// Goals decided per second of work, of late.
    double gain = 0;
    /// Of its last slice: the runs that it was told, the work that it was
    /// allowed, and did, and when it began.
    std::vector<model::Trace> news;
    std::chrono::milliseconds allowed{0};
    base::WorkClock::duration done{0};
    std::chrono::steady_clock::time_point begun;
  };
  /// A run that hit a goal first, and who found it; null = the opening.
  struct Entry {
    const Seat* by;
    model::Trace run;
  };

  /// A seat for the player, with a part of the memory.
  [[nodiscard]] std::unique_ptr<Seat> seat_for(Player player,
                                               std::uint64_t part) const;
  [[nodiscard]] bool can_go_on(const Seat& seat) const;
  [[nodiscard]] bool goes_on() const;
  /// The share of each of the others in the next round; their sum is 1, or 0
  /// where none can go on.
  [[nodiscard]] std::vector<double> shares() const;
  /// Plans a slice of the player: what it may do, and what it is told.
  void plan(Seat& seat, std::chrono::milliseconds work);
  /// Begins the search of the player, if it has not begun.
  void sit_down(Seat& seat);
  /// Begins the slice that was planned.
  void start(Seat& seat);
  /// Waits for its end.
  static void wait_for(Seat& seat);
  /// Notes what it brought, and returns what the player says then.
  reach::Result finish(Seat& seat);
  /// Keeps runs to goals that none hit before.
  void log(const Seat* seat, const reach::Result& result);
  /// The runs of others that the player does not know.
  [[nodiscard]] std::vector<model::Trace> news_for(Seat& seat);
  /// One slice of each of the others.
  void play_others(std::chrono::milliseconds work);
  /// Takes what one of the others found. Returns false on a contradiction.
  [[nodiscard]] bool take(const Seat& seat, reach::Result more);
  /// Begins a slice of the solver.
  void start_solver(std::chrono::milliseconds work);
  /// Takes what it found.
  void finish_solver();
  /// The game is over: what the solver does now does not count.
  void cancel_solver();
  /// The result of the game.
  [[nodiscard]] reach::Result result();

  const model::StepSystem& system_;
  const reach::Options& options_;
  const base::Budget& budget_;
  TurnTimes times_;
  Ledger& ledger_;
  std::vector<std::unique_ptr<Seat>> others_;
  /// May be null.
  std::unique_ptr<Seat> solver_;
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
  const Seat* exhausted_ = nullptr;
  std::vector<Entry> log_;
  std::vector<bool> logged_;
};

}  // namespace catenary::engine::portfolio
