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

/// One search: an alternation of BMC for rising depths, proofs for all depths,
/// and native runs. Depth means the number of steps of a run.
class SymbolicSearch {
 public:
  /// Nothing is done yet. Everything given must outlive the search.
  SymbolicSearch(const model::StepSystem& system,
                 const Options& options,
                 const SymbolicOptions& symbolic,
                 const base::Budget& budget,
                 Board& board);

  /// Searches until everything is known or a limit is reached. Results are
  /// written to the board as they are found, and at last why the search
  /// stopped. Throws what executing and encoding the system throw.
  void run();

 private:
  /// The status of a target in the search.
  enum class Fate : std::uint8_t {
    /// Asked again for every depth.
    open,
    /// Some run hits it. Only for crashes and `unfaithful`: goals that are hit
    /// stay `open` here.
    found,
    /// Proved for all runs that the encoding describes.
    excluded,
    /// A model of it did not replay: the solver is wrong about it.
    broken,
    /// The solver took too long for it: it is not asked again.
    unanswered
  };
  /// How a query ended.
  enum class Asked : std::uint8_t { answered, too_long, stopped };

  /// Executes the runs that the board offers: the scout learns states and
  /// lengths from them.
  void take_offered();
  /// Encodes the system and looks for easy goals by random simulation.
  void prepare();
  /// The loop over depths.
  void search();
  /// Finds inputs that assumptions allow, if random inputs found none.
  void take_any_step();
  /// Whether a limit ends the search after this depth.
  [[nodiscard]] bool stop_early();
  /// Whether the solver must be asked for runs of `depth` steps to the target.
  [[nodiscard]] bool wanted(std::uint32_t target, std::uint32_t depth) const;
  /// Whether queries about longer runs can tell nothing more about the goal.
  [[nodiscard]] bool goal_settled(std::uint32_t goal) const;
  /// The same for all goals.
  [[nodiscard]] bool goals_settled() const;
  /// Whether every goal is covered or has another final status.
  [[nodiscard]] bool goals_decided() const;
  /// Whether goals and all other targets are settled.
  [[nodiscard]] bool everything_known() const;

  /// Examines the runs of one length. Returns false if the search has to stop.
  [[nodiscard]] bool examine(std::uint32_t depth);
  /// Asks whether runs of `depth` steps hit any of `targets`, and replays the
  /// models, until the answer is no. Targets without an answer are left in
  /// `targets`.
  [[nodiscard]] Asked ask(std::vector<std::uint32_t>& targets,
                          std::uint32_t depth,
                          const base::Budget& budget);
  /// The budget of one of this many queries: a share of the time.
  [[nodiscard]] base::Budget question(std::size_t questions) const;
  /// Gives up a target whose query took too long.
  void leave_out(std::uint32_t target, std::uint32_t depth);
  /// The targets for which the solver must be asked for runs of this length.
  [[nodiscard]] std::vector<std::uint32_t> targets_at(std::uint32_t depth);
  /// Replays the run of the model at hand, and compares it with the targets
  /// that the model claims to hit.
  [[nodiscard]] bool take_model(const std::vector<std::uint32_t>& asked,
                                std::uint32_t depth);
  /// Compares the model with the native run, for one target.
  void judge(std::uint32_t target,
             std::uint32_t depth,
             const model::Simulation& run);
  /// Takes note that a native run contradicts the model: no claim of absence by
  /// the solver counts any more.
  void distrust(std::uint32_t target, const std::string& what);
  /// All runs of at most `depth` steps are known now.
  void note_complete(std::uint32_t depth);

  // Proofs, in symbolic_proofs.cpp.

  /// Whether every state is reached by fewer than `depth` steps, as far as a
  /// few queries show.
  [[nodiscard]] bool runs_end(std::uint32_t depth);
  /// Ends the search: longer runs reach no new state.
  void close(std::uint32_t depth);
  /// Time spent on BMC so far.
  [[nodiscard]] std::chrono::milliseconds time_on_runs() const;
  /// Whether a violation of a property is neither covered nor proved
  /// unreachable.
  [[nodiscard]] bool has_open_properties() const;
  /// k-induction for the open targets, at rising intervals of depths.
  void try_induction(std::uint32_t depth);
  /// IC3 for the open targets, at rising intervals of depths.
  void try_property_directed(std::uint32_t depth);
  /// Targets that are open and that no native run hits.
  [[nodiscard]] std::vector<std::uint32_t> never_hit_yet() const;
  /// Makes induction anew with better invariants, if many new states were seen.
  void renew_induction();
  /// Invariants guessed from the states seen, within a share of the time.
  [[nodiscard]] Invariants find_invariants();
  /// Adds invariants and bounds to the unrolling.
  void strengthen(std::uint32_t depth);
  /// Takes targets that were proved unreachable.
  void take_proof(const std::vector<std::uint32_t>& proved,
                  const std::string& how);
  /// A share of the time for an optional part.
  [[nodiscard]] base::Budget share() const;

  /// Writes the figures of the search to the board.
  void publish(bool closed);
  /// Writes the reason to stop, and whether something was left out.
  void finish(Stop stop);
  /// Stops because the solver did not answer.
  void give_up(logic::smt::Unknown reason);

  const model::StepSystem& system_;
  const Options& options_;
  const SymbolicOptions& symbolic_;
  const base::Budget& budget_;
  Board& board_;
  /// Makes the solvers of all parts.
  MakeSolver make_solver_;

  /// Native runs.
  Scout scout_;
  /// All terms of the search.
  logic::TermManager terms_;
  /// The system as terms.
  model::Encoding encoding_;
  /// Its size.
  EncodedSize encoded_;
  /// The system as clauses.
  std::unique_ptr<Relation> relation_;
  /// The solver for BMC.
  std::unique_ptr<logic::smt::SatSolver> solver_;
  /// The runs of BMC, in `solver_`.
  std::unique_ptr<Unrolling> unrolling_;
  /// k-induction; null until it is first tried.
  std::unique_ptr<Induction> induction_;
  /// IC3; null until it is first tried.
  std::unique_ptr<PropertyDirected> directed_;
  /// Time spent on IC3.
  base::WorkClock::duration directed_time_{0};
  /// Time spent on k-induction.
  base::WorkClock::duration induction_time_{0};
  /// Queries that IC3 was allowed last.
  std::uint64_t directed_questions_ = 0;
  /// Depth of its next attempt.
  std::uint32_t next_directed_ = 0;
  /// Demanded of the states of BMC.
  Invariants invariants_;
  /// Demanded of the states of BMC.
  Rates rates_;
  /// Query about the last step alone; null if there are no rates.
  std::unique_ptr<LastStep> last_step_;
  /// Samples from which the present invariants were guessed.
  std::size_t samples_used_ = 0;
  /// Time that the last search for invariants had, if it was not enough; else
  /// 0.
  std::chrono::milliseconds invariants_too_short_{0};
  /// Depth of the next attempt of k-induction.
  std::uint32_t next_induction_ = 0;

  /// For each target of the relation.
  std::vector<Fate> fate_;
  /// For each excluded target, how it was proved.
  std::vector<std::string> proof_;
  /// The depth examined last.
  std::uint32_t examined_ = 0;
  /// No run left the encoding, and no answer is in doubt: "not found" is a
  /// proof up to this depth.
  bool complete_ = true;
  /// Some target is `unanswered`.
  bool left_out_ = false;
  /// Whether the depth at hand had a model.
  bool found_ = false;
  /// Depth at which all goals were settled.
  std::uint32_t settled_depth_ = 0;
  /// Depth of the last model.
  std::uint32_t last_model_ = 0;
  /// Start of the search, and when something was last found.
  base::WorkClock::time_point begin_, last_news_;
  /// When every goal was decided.
  std::optional<base::WorkClock::time_point> decided_;
};

}  // namespace catenary::engine::reach
