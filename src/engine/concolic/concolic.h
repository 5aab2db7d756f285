// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concolic test generation: native runs with concrete inputs, the branches
/// that they take as a formula, and inputs for runs that take another way.
///
/// Method: Sen, Marinov, Agha, "CUTE: A Concolic Unit Testing Engine for C",
/// ESEC/FSE 2005 (doi:10.1145/1081706.1081750); for state machines Ahmadi,
/// Dingel, "Concolic Testing for Models of State-Based Systems", ESEC/FSE 2019
/// (doi:10.1145/3338906.3338908), from which the transition sets, strategies
/// and bounds are taken. There, attributes keep their values from one execution
/// to the next. Here each execution starts from a restored configuration, so
/// that every run can be replayed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/classes/step_paths.h"
#include "engine/concolic/coverage.h"
#include "engine/reach/engine.h"
#include "engine/reach/process/board.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

enum class Strategy : std::uint8_t {
  systematic,       ///< SC: every branch of every path, shortest runs first
  random_concolic,  ///< RC: branches at random, of random runs
  simple,           ///< SE: every message once in every configuration
  random,           ///< RT: random runs
  directed          ///< first what is likely to cover further goals
};
/// The name in options and reports, e.g. "sc".
[[nodiscard]] const char* to_string(Strategy strategy);

/// Settings of a search. Times are wall-clock. Strategy::directed ignores the
/// bounds of transition sets.
struct ConcolicOptions {
  Strategy strategy = Strategy::directed;
  std::uint64_t seed = 1;
  /// Steps of a transition set (tslen). 0 = no bound for SC, which takes the
  /// shortest runs first, and for SE; lengths by reach::random_run_steps() for
  /// RC and RT.
  std::uint32_t set_steps = 0;
  /// Executions of one transition set (iexec). SC: of the step after one run;
  /// SE: rounds of the exploration; both: 0 = no limit. RC: negated branches
  /// for each random run; 0 = 10.
  std::uint32_t set_executions = 0;
  /// How often one run may choose the same message (texec); 0 = no limit.
  std::uint32_t message_repeats = 0;
  /// Executions in all; 0 = no limit.
  std::uint64_t executions = 0;
  std::uint32_t max_steps = 0;  ///< of any run; 0 = no limit
  std::chrono::milliseconds step_time_limit{2000};
  std::uint32_t max_hung = 10;     ///< see reach::Options
  std::uint64_t memory_bytes = 0;  ///< 0 = what the budget says, see search()
  /// Strategies without a solver: the search ends after this many native steps
  /// without a new goal or finding, or after a tenth of them once only
  /// violations are open. 0 = never.
  std::uint64_t patience_steps = 20'000'000;
  /// The same for queries to a solver.
  std::uint64_t patience_questions = 20'000;
  /// Number of new goals and findings after which patience_questions counts
  /// anew.
  std::uint64_t patience_news = 1;
};

/// The result of a search.
struct ConcolicResult {
  /// Goals, each with the shortest run that was found, findings, and the number
  /// of native steps in `transitions`. Covered goals have Trust::claimed. No
  /// goal is unreachable unless another search of the same child process wrote
  /// that to the board.
  reach::Result result;
  /// One point for each increase, and one for the end of the search.
  std::vector<CoveragePoint> coverage;
  std::uint64_t executions = 0;  ///< runs made
  std::uint64_t paths = 0;       ///< distinct paths of single steps
  /// Every path of at most this many steps was executed or proved infeasible,
  /// for runs that the encoding describes; 0 = not known.
  std::uint32_t exhausted_steps = 0;
};

/// Whether a strategy needs the step as a formula.
[[nodiscard]] bool needs_encoder(Strategy strategy);

/// Whether a search needs the paths of steps as formulas.
[[nodiscard]] bool uses_paths(const model::StepSystem& system,
                              const ConcolicOptions& options);

/// Searches in a forked child process until nothing is left to try or a limit
/// of `options` or `budget` is reached.
///
/// Requires: the system was laid out; if needs_encoder(), it has an encoder,
///           which is a model::PathEncoder; called while the process has no
///           other threads.
/// Ensures:  every goal that is covered was hit by its run natively; the same
///           seed and options give the same runs unless time, memory or an
///           interrupt ends the search.
/// Throws:   what making, running or encoding the system throws.
[[nodiscard]] ConcolicResult search(const model::StepSystem& system,
                                    const ConcolicOptions& options,
                                    const base::Budget& budget,
                                    const CoverageCallback& progress);

/// The part of search() that the child does, for callers who have a child of
/// their own. Strategy::directed goes on from where the runs that the board
/// offers hit goals; if there are some at the beginning, they replace its first
/// random runs.
void search_here(const model::StepSystem& system,
                 const ConcolicOptions& options,
                 const base::Budget& budget,
                 reach::Board& board);

/// The same for a search whose paths others need: what they do afterwards finds
/// the paths of steps in `paths`, and what is known of the goals on the board.
/// Requires: uses_paths().
void search_here(classes::StepPaths& paths,
                 ConcolicOptions options,
                 const base::Budget& budget,
                 reach::Board& board);

/// What a board of a search says; without `seconds`.
[[nodiscard]] reach::Result result_of(const reach::Board& board,
                                      Strategy strategy);

/// What a child does.
using SearchBody = std::function<void(reach::Board&, const base::Budget&)>;

/// The part of search() that the parent does. `body` is called in a forked
/// child; what it writes to its board becomes the result. The child may take
/// `options.memory_bytes`; 0 = no limit.
[[nodiscard]] ConcolicResult search_in_child(const model::StepSystem& system,
                                             const ConcolicOptions& options,
                                             const base::Budget& budget,
                                             const CoverageCallback& progress,
                                             const SearchBody& body);

}  // namespace catenary::engine::concolic
