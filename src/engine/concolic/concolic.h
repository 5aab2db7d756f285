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
#include "engine/reach/engine.h"
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

/// Settings. Times are wall-clock. With Strategy::directed what concolic runs
/// leave open goes to the reachability engines, within what is left of the
/// budget; the bounds of transition sets do not matter to it.
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
  std::uint64_t memory_bytes = 0;  ///< 0 = what the budget says
  std::uint32_t jobs = 1;          ///< threads of the searches for proofs
  /// Strategy::directed: what is left is asked of the reachability engines.
  bool prove = true;
  /// The search ends where so many native steps (strategies without a solver),
  /// or questions to a solver, brought nothing new; a tenth where every goal
  /// that is no violation is covered. 0 = never.
  std::uint64_t patience_steps = 20'000'000;
  std::uint64_t patience_questions = 20'000;
  /// Of these questions, goals and findings that are something new.
  std::uint64_t patience_news = 1;
};

/// How many goals were covered when: one for each that was, in order.
struct CoveragePoint {
  double seconds = 0;       ///< since the search began
  std::uint64_t steps = 0;  ///< executed natively until then
  std::uint32_t covered = 0;
};

struct ConcolicResult {
  /// Goals with the shortest run seen to each, findings, native steps in
  /// `transitions`, Trust::claimed. What is unreachable, or not within a bound,
  /// was proved by a reachability engine; Strategy::directed alone asks one.
  reach::Result result;
  std::vector<CoveragePoint> coverage;  ///< over time; ends with the search
  std::uint64_t executions = 0;         ///< runs made
  std::uint64_t paths = 0;              ///< of single steps, distinct
  /// Every path of at most this many steps was executed or shown to be none,
  /// as far as the encoding goes; 0 = not known.
  std::uint32_t exhausted_steps = 0;
};

/// Called in the caller's thread when a goal is covered and about every 200 ms.
using CoverageCallback = std::function<void(const CoveragePoint&)>;

/// Whether a strategy needs the step as a formula.
[[nodiscard]] bool needs_encoder(Strategy strategy);

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

}  // namespace catenary::engine::concolic
