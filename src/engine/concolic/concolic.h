// SPDX-License-Identifier: Apache-2.0
/// \file
/// Concolic test generation: native runs with concrete inputs, the branches
/// that they take as a formula, and inputs for runs that take another way.
///
/// Method: Sen, Marinov, Agha, "CUTE: A Concolic Unit Testing Engine for C",
/// ESEC/FSE 2005 (doi:10.1145/1081706.1081750); for state machines Ahmadi,
/// Dingel, "Concolic Testing for Models of State-Based Systems", ESEC/FSE 2019
/// (doi:10.1145/3338906.3338908), whose transition sets, strategies and bounds
/// these are. There, attributes keep their values from one execution to the
/// next; here each one starts from a restored configuration, so that every run
/// can be replayed.
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
  directed          ///< what leads to goals that are not covered
};
[[nodiscard]] const char* to_string(Strategy strategy);  ///< "sc", …

/// Settings. Times are wall-clock. The bounds of transition sets do not matter
/// to Strategy::directed.
struct ConcolicOptions {
  Strategy strategy = Strategy::directed;
  std::uint64_t seed = 1;
  /// Steps of a transition set (tslen); 0 = 1, 2, 3 and so on for those that
  /// are systematic, and as random_run_steps() has it for those that are not.
  std::uint32_t set_steps = 0;
  /// Executions of one transition set (iexec): of SC and RC runs that differ
  /// only in what branches are taken within its steps; 0 = no limit.
  std::uint32_t set_executions = 0;
  /// How often one run may choose the same message (texec); 0 = no limit.
  std::uint32_t message_repeats = 0;
  /// Executions in all; 0 = no limit, where something else ends the search.
  std::uint64_t executions = 0;
  std::uint32_t max_steps = 0;  ///< of any run; 0 = no limit
  std::chrono::milliseconds step_time_limit{2000};
  std::uint32_t max_hung = 10;     ///< as reach::Options has it
  std::uint64_t memory_bytes = 0;  ///< 0 = what the budget says, see search()
  /// The search ends where so many native steps (strategies without a solver),
  /// or questions to a solver, brought nothing new; a tenth where every goal
  /// that is no violation is covered. 0 = never.
  std::uint64_t patience_steps = 20'000'000;
  std::uint64_t patience_questions = 20'000;
  /// Of these questions, goals and findings that are something new.
  std::uint64_t patience_news = 1;
};

struct ConcolicResult {
  /// Goals with the shortest run seen to each, findings, native steps in
  /// `transitions`, Trust::claimed. No goal is unreachable unless another
  /// search of the same child process wrote that to the board.
  reach::Result result;
  /// Over time; ends with the search.
  std::vector<CoveragePoint> coverage;
  std::uint64_t executions = 0;  ///< runs made
  std::uint64_t paths = 0;       ///< of single steps, distinct
  /// Every path of at most this many steps was executed or shown to be none,
  /// as far as the encoding goes; 0 = not known.
  std::uint32_t exhausted_steps = 0;
};

/// Whether a strategy needs the step as a formula.
[[nodiscard]] bool needs_encoder(Strategy strategy);

/// Whether a search takes the paths of steps as formulas.
[[nodiscard]] bool uses_paths(const model::StepSystem& system,
                              const ConcolicOptions& options);

/// Searches in a forked child process until nothing is left to try or something
/// of `options` or `budget` is used up.
///
/// Requires: the system was laid out; where needs_encoder() an encoder, which
///           is a model::PathEncoder; called while the process has no other
///           threads.
/// Ensures:  every goal that is covered was hit by its run natively; the same
///           seed and options give the same runs unless time, memory or an
///           interrupt ends the search.
/// Throws:   what making, running or encoding the system throws.
[[nodiscard]] ConcolicResult search(const model::StepSystem& system,
                                    const ConcolicOptions& options,
                                    const base::Budget& budget,
                                    const CoverageCallback& progress);

/// The part of search() that the child does, for callers who have a child of
/// their own: what they do afterwards finds the paths of steps in `paths`, and
/// what is known of the goals on the board. Requires: uses_paths().
void search_here(classes::StepPaths& paths,
                 ConcolicOptions options,
                 const base::Budget& budget,
                 reach::Board& board);

/// The part of search() that the parent does. `body` is called in a forked
/// child; what it writes to its board becomes the result. The child may take
/// `options.memory_bytes`; 0 = no limit.
[[nodiscard]] ConcolicResult search_in_child(
    const model::StepSystem& system,
    const ConcolicOptions& options,
    const base::Budget& budget,
    const CoverageCallback& progress,
    const std::function<void(reach::Board&)>& body);

}  // namespace catenary::engine::concolic
