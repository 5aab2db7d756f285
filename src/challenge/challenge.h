// SPDX-License-Identifier: Apache-2.0
/// \file
/// The native challenge: before claims are printed, the unmodified program is
/// run as the plain compiler made it, and every goal, output and number of the
/// state that is observed must be within the claims.
///
/// This is differential testing (McKeeman, Digital Technical Journal 10(1),
/// 1998) of the whole tool chain. It cannot show that a claim is right; it
/// finds claims that are wrong for a reason that a run shows: state that was
/// missed, inputs that were not tried, steps that were not judged, a pass that
/// changed the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "challenge/claims.h"
#include "engine/reach/replay.h"

namespace catenary::challenge {

/// How long to challenge, and how to begin.
struct Options {
  /// The longest time, wall-clock. A share of the time of the search may end
  /// the challenge earlier, see cap() in challenge.cpp.
  std::chrono::milliseconds most{2000};
  /// What the search took, in seconds; 0 where that is not known, which gives
  /// the least number of steps.
  double proof_seconds = 0;
  /// For runs that contradict a claim, which the system must not end with a
  /// crash.
  engine::reach::ReplayOptions replay = {};
  /// Inputs to begin runs with, e.g. those of tests. At most 200 are used. Not
  /// owned.
  std::vector<const model::Trace*> sequences;
};

/// A run that contradicts a claim, as short as bisection finds it.
struct Contradiction {
  Claim claim;
  /// Number of the run: with the seed it determines the inputs.
  std::uint64_t run = 0;
  /// Length of the run, in steps; 0 = not known, since the contradiction does
  /// not show again in this run alone, or no time was left to look for one.
  std::uint64_t steps = 0;
  /// All that the run was given, in order.
  std::vector<model::PlainGiven> given;
  /// The same as a trace of the system. Empty where inputs that the code asks
  /// for cannot be assigned to variables of the system.
  std::optional<model::Trace> trace;
  /// The program compiled with optimisation does not contradict the claim: its
  /// behaviour depends on the compiler or on addresses.
  bool unstable = false;
};

/// What challenge() did.
struct Outcome {
  /// The runs were made. False says nothing about the claims.
  bool done = false;
  /// Reason for people where `done` is false, e.g. "nothing is claimed".
  std::string why_not;
  /// Of the plain program, in all runs.
  std::uint64_t steps = 0, runs = 0;
  /// All claims, and those that a run could contradict.
  std::size_t claims = 0, observable = 0;
  /// At most five, in the order of the claims; empty is the good case.
  std::vector<Contradiction> contradictions;
  /// Claims that were contradicted only by runs which the system ends with a
  /// crash, as far as runs were looked at. They do not count as observable.
  std::size_t undefined = 0;
};

/// How much the plain program may run while the claims are still being made,
/// since its observations depend on no claim. `most` is Options::most.
/// challenge() counts these runs as its own.
[[nodiscard]] model::PlainPace early_pace(std::chrono::milliseconds most);

/// Runs the plain program and compares. A run that the system ends with a crash
/// contradicts nothing: what the program does behind undefined behaviour, such
/// as an access outside of an object, is not claimed, and the crash is a
/// finding of its own. (The plain program has Clang's checks as traps, but none
/// of accesses through pointers.) Then some of the runs, the first 16 at least,
/// are looked at as far as the system does not crash. `plain` is the program of
/// the system; waits for its compiler. A failure of the driver or a spent
/// budget is not an error but leaves Outcome::done false, unless a claim was
/// contradicted before.
///
/// Cost: see Options::most; more where a claim is contradicted, since the run
/// is then shortened by bisection (up to 12 executions for its length, one more
/// for each doubling of the number of runs).
/// Deterministic for a given number of steps; the time limit may cut the runs
/// earlier on a slower machine.
[[nodiscard]] Outcome challenge(const model::StepSystem& system,
                                model::PlainProgram& plain,
                                const engine::reach::Result& result,
                                const Options& options,
                                const base::Budget& budget);

/// One line for people, e.g. "challenge: 20,000 native steps, 0 contradictions
/// (37 of 40 claims observable)".
[[nodiscard]] std::string summary(const Outcome& outcome);
/// For people: the claim, and that a run of so many steps contradicts it.
[[nodiscard]] std::string describe(const Contradiction& contradiction);
/// A table of what the run was given: step, name, value, bits. Step 0 is the
/// initialisation; fields are quoted as in RFC 4180.
[[nodiscard]] std::string as_csv(const Contradiction& contradiction);

/// Withdraws all that `result` claims about what no run does: one wrong claim
/// makes the others doubtful, too. A goal that the system covers as well, when
/// the contradicting run is replayed, becomes covered by that run; the other
/// contradicted goals become undecided. Does nothing without contradictions.
void withdraw(const model::StepSystem& system,
              const Outcome& outcome,
              const engine::reach::ReplayOptions& replay,
              const base::Budget& budget,
              engine::reach::Result& result);

}  // namespace catenary::challenge
