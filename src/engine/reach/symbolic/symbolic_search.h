// SPDX-License-Identifier: Apache-2.0
/// \file
/// The symbolic search itself: what the child process of SymbolicEngine does.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/reach/process/board.h"
#include "engine/reach/symbolic/induction.h"
#include "engine/reach/symbolic/property_directed.h"
#include "engine/reach/symbolic/rates.h"
#include "engine/reach/symbolic/relation.h"
#include "engine/reach/symbolic/scout.h"
#include "engine/reach/symbolic/symbolic.h"
#include "engine/reach/symbolic/unrolling.h"

namespace catenary::engine::reach {

class SymbolicSearch {
 public:
  /// Everything given must outlive the search.
  SymbolicSearch(const model::StepSystem& system,
                 const Options& options,
                 const SymbolicOptions& symbolic,
                 const base::Budget& budget,
                 Board& board);

  /// Searches until everything is known or something is used up. What it finds
  /// is on the board as it is found, at last why it stopped.
  /// Throws what running the system and encoding it throw.
  void run();

 private:
  /// What became of a target that is no goal, or of a goal in the relation.
  enum class Fate : std::uint8_t {
    open,
    found,
    excluded,   ///< no run that the encoding describes hits it
    broken,     ///< the solver is wrong about it
    unanswered  ///< the solver took too long for it: not asked again
  };
  enum class Asked : std::uint8_t { answered, too_long, stopped };

  void prepare();
  void search();
  void take_any_step();
  [[nodiscard]] bool stop_early();
  [[nodiscard]] bool wanted(std::uint32_t target, std::uint32_t depth) const;
  [[nodiscard]] bool goal_settled(std::uint32_t goal) const;
  [[nodiscard]] bool goals_settled() const;
  [[nodiscard]] bool goals_decided() const;
  [[nodiscard]] bool everything_known() const;

  // Runs of one length; false where the search has to stop.
  [[nodiscard]] bool examine(std::uint32_t depth);
  // Whether runs of this length hit any of these; afterwards those of which
  // that is not known.
  [[nodiscard]] Asked ask(std::vector<std::uint32_t>& targets,
                          std::uint32_t depth,
                          const base::Budget& budget);
  // Time for one of so many questions.
  [[nodiscard]] base::Budget question(std::size_t questions) const;
  void leave_out(std::uint32_t target, std::uint32_t depth);
  [[nodiscard]] std::vector<std::uint32_t> targets_at(std::uint32_t depth);
  [[nodiscard]] bool take_model(const std::vector<std::uint32_t>& asked,
                                std::uint32_t depth);
  void judge(std::uint32_t target,
             std::uint32_t depth,
             const model::Simulation& run);
  void distrust(std::uint32_t target, const std::string& what);
  void note_complete(std::uint32_t depth);

  // Proofs, in symbolic_proofs.cpp.

  // Whether every state is reached by fewer than `depth` steps, as far as a
  // quick look tells.
  [[nodiscard]] bool runs_end(std::uint32_t depth);
  void close(std::uint32_t depth);
  [[nodiscard]] std::chrono::milliseconds time_on_runs() const;
  [[nodiscard]] bool has_open_properties() const;
  void try_induction(std::uint32_t depth);
  void try_property_directed(std::uint32_t depth);
  [[nodiscard]] std::vector<std::uint32_t> never_hit_yet() const;
  void renew_induction();
  [[nodiscard]] Invariants find_invariants();
  void strengthen(std::uint32_t depth);
  void take_proof(const std::vector<std::uint32_t>& proved,
                  const std::string& how);
  [[nodiscard]] base::Budget share() const;

  void publish(bool closed);
  void finish(Stop stop);
  void give_up(logic::smt::Unknown reason);

  const model::StepSystem& system_;
  const Options& options_;
  const SymbolicOptions& symbolic_;
  const base::Budget& budget_;
  Board& board_;
  MakeSolver make_solver_;

  Scout scout_;
  logic::TermManager terms_;
  model::Encoding encoding_;
  EncodedSize encoded_;
  std::unique_ptr<Relation> relation_;
  std::unique_ptr<logic::smt::SatSolver> solver_;
  std::unique_ptr<Unrolling> unrolling_;
  std::unique_ptr<Induction> induction_;
  std::unique_ptr<PropertyDirected> directed_;
  std::chrono::steady_clock::duration directed_time_{0};  ///< that it took
  std::chrono::steady_clock::duration induction_time_{0};
  std::uint64_t directed_questions_ = 0;  ///< that it was allowed last
  std::uint32_t next_directed_ = 0;       ///< depth
  Invariants invariants_;                 ///< demanded of the states of runs
  Rates rates_;                           ///< likewise
  std::unique_ptr<LastStep> last_step_;   ///< where there are rates
  std::size_t samples_used_ = 0;          ///< for the invariants at hand
  /// Time that the last search for them had, where it was not enough.
  std::chrono::milliseconds invariants_too_short_{0};
  std::uint32_t next_induction_ = 0;  ///< depth

  std::vector<Fate> fate_;          ///< of each target of the relation
  std::vector<std::string> proof_;  ///< of each excluded target
  std::uint32_t examined_ = 0;      ///< depth
  bool complete_ = true;   ///< no run left the encoding, none is in doubt
  bool left_out_ = false;  ///< some target is `unanswered`
  bool found_ = false;     ///< a model, at this depth
  std::uint32_t settled_depth_ = 0;
  std::uint32_t last_model_ = 0;  ///< depth of the last model found
  std::chrono::steady_clock::time_point begin_, last_news_;
  /// When every goal was decided.
  std::optional<std::chrono::steady_clock::time_point> decided_;
};

}  // namespace catenary::engine::reach
