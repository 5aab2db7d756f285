// SPDX-License-Identifier: Apache-2.0
/// \file
/// The challenge: how long to run, how a contradicting run is shortened, and
/// what a contradiction means for the result.
#include "challenge/challenge.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "challenge/contradicting_runs.h"

namespace catenary::challenge {

namespace reach = engine::reach;

namespace {

/// Contradictions that are shortened and printed; each costs executions.
constexpr std::size_t kMostShown = 5;

/// 3 % of the steps that the search could have made in its time. Other machines
/// may challenge more or less: the time counts, and cap() ends it.
std::uint64_t wanted_steps(double seconds) {
  constexpr std::uint64_t kLeast = 20'000;
  constexpr double kShare = 0.03;
  constexpr double kStepsPerSecond = 1e6;
  std::uint64_t steps = kLeast;
  // Doubled, so that small differences of time make none here.
  while (static_cast<double>(steps) < seconds * kShare * kStepsPerSecond) {
    steps *= 2;
  }
  return steps;
}

/// The same, or 3 % of the steps that the search made, if these are more.
std::uint64_t wanted_steps(const reach::Result& result, double seconds) {
  constexpr std::uint64_t kShare = 33;
  return std::max(wanted_steps(seconds), result.transitions / kShare);
}

/// What 20,000 steps of less than 1 us take.
constexpr std::chrono::milliseconds kLeastCap{20};
/// The same while the search goes on, when it costs nobody's time.
constexpr std::chrono::milliseconds kLeastEarlyCap{120};

/// Processor time: a share of what was spent already, and never very little,
/// since starting runs has its price.
std::chrono::milliseconds cap(double proof_seconds,
                              std::chrono::milliseconds least,
                              std::chrono::milliseconds most) {
  constexpr double kMost = 0.03;
  const std::chrono::milliseconds share(
      static_cast<std::int64_t>(proof_seconds * kMost * 1000));
  return std::min(std::max(share, least), most);
}

/// With a comma between groups of three digits.
std::string number(std::uint64_t n) {
  std::string digits = std::to_string(n);
  for (std::size_t at = digits.size(); at > 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string reason_of(const Contradiction& c) {
  std::string out = "withdrawn: a run of the program itself";
  if (c.steps != 0) out += " of " + reach::steps_text(c.steps);
  out += " shows that it is wrong";
  if (c.unstable) {
    out += "; compiled with optimisation the program does something else";
  }
  return out;
}

/// Waits for the program, runs it, and looks for contradictions.
void run_challenge(const model::StepSystem& system,
                   model::PlainProgram& plain,
                   const std::vector<Claim>& claims,
                   const reach::Result& result,
                   const Options& options,
                   const base::Budget& budget,
                   Outcome& out) {
  out.why_not = plain.wait(budget);
  if (!out.why_not.empty()) return;
  const std::vector<bool> goals = plain.observable_goals();
  const std::vector<bool> state = plain.observable_state(system);
  for (const Claim& c : claims) {
    // A claim that no run can contradict must not count as challenged.
    if (is_observable(c, goals, state)) ++out.observable;
  }
  if (out.observable == 0) {
    out.why_not = "none of the claims can be observed";
    return;
  }
  model::PlainJob job;
  job.steps = wanted_steps(result, options.proof_seconds);
  job.cap = cap(options.proof_seconds, kLeastCap, options.most);
  job.limit = model::limit_of_run(job.cap);
  job.wall = options.most;
  if (budget.has_deadline()) job.wall = std::min(job.wall, budget.time_left());
  constexpr std::size_t kMostSequences = 200;
  job.sequences = options.sequences;
  if (job.sequences.size() > kMostSequences) {
    job.sequences.resize(kMostSequences);
  }
  const model::PlainSeen seen = plain.observe(system, job, budget);
  out.steps = seen.steps;
  out.runs = seen.runs;
  if (seen.runs == 0) {
    out.why_not = "no run could be made";
    return;
  }
  out.done = true;
  // contradicted() sorts, so the ones shown are the same in every run.
  ContradictingRuns search(system, plain, claims, job, options.replay, budget);
  for (const std::size_t claim : contradicted(claims, seen)) {
    if (out.contradictions.size() == kMostShown) return;
    // It stands, even where no time is left to look for a short run.
    out.contradictions.emplace_back().claim = claims[claim];
    if (!search.find(claim, seen.runs, out.contradictions.back())) {
      out.contradictions.pop_back();
      ++out.undefined;
      --out.observable;
    }
  }
}

}  // namespace

model::PlainPace early_pace(std::chrono::milliseconds most) {
  return {
      [](double seconds) { return wanted_steps(seconds); },
      [most](double seconds) { return cap(seconds, kLeastEarlyCap, most); }};
}

Outcome challenge(const model::StepSystem& system,
                  model::PlainProgram& plain,
                  const reach::Result& result,
                  const Options& options,
                  const base::Budget& budget) {
  Outcome out;
  const std::vector<Claim> claims = claims_of(system, result);
  out.claims = claims.size();
  if (claims.empty()) {
    out.why_not = "nothing is claimed";
    return out;
  }
  try {
    run_challenge(system, plain, claims, result, options, budget, out);
  } catch (const base::ToolError& e) {
    // The time is over or the driver failed, which says nothing about claims.
    out.done = !out.contradictions.empty();
    out.why_not = e.what();
  }
  return out;
}

std::string summary(const Outcome& outcome) {
  if (!outcome.done) return "challenge: left out: " + outcome.why_not;
  const std::string undefined =
      outcome.undefined == 0
          ? ""
          : fmt::format("; {} contradicted only after crashes",
                        outcome.undefined);
  return fmt::format(
      "challenge: {} native steps, {} contradiction{} ({} of {} claims "
      "observable){}",
      number(outcome.steps),
      outcome.contradictions.size(),
      outcome.contradictions.size() == 1 ? "" : "s",
      outcome.observable,
      outcome.claims,
      undefined);
}

std::string describe(const Contradiction& c) {
  std::string out = "'" + c.claim.text + "' is contradicted by a run of the ";
  out += "program itself";
  if (c.steps != 0) out += ", after " + reach::steps_text(c.steps);
  if (c.unstable) {
    out +=
        "; compiled with optimisation the program does something else: "
        "its behaviour depends on the compiler, on addresses or on variables "
        "that nobody set";
  }
  return out;
}

std::string as_csv(const Contradiction& c) {
  std::string out = "step,name,value,bits\n";
  for (const model::PlainGiven& g : c.given) {
    std::string name;
    for (const char letter : g.name) {
      if (letter == '"') name += '"';
      name += letter;
    }
    if (name.find_first_of(",\"") != std::string::npos)
      name = "\"" + name + "\"";
    out += fmt::format(
        "{},{},{},{:#x}\n", g.step, name, g.value.to_string(), g.bits);
  }
  return out;
}

void withdraw(const model::StepSystem& system,
              const Outcome& outcome,
              const reach::ReplayOptions& replay,
              const base::Budget& budget,
              reach::Result& result) {
  if (outcome.contradictions.empty()) return;
  // All proofs rest on the same model of the program; one wrong claim shows
  // that the model is wrong somewhere.
  reach::distrust(result,
                  "a run of the program itself contradicts a claim: " +
                      outcome.contradictions.front().claim.text);
  std::vector<model::Trace> traces;
  for (const Contradiction& c : outcome.contradictions) {
    traces.push_back(c.trace.value_or(model::Trace{}));
  }
  const std::vector<reach::Replayed> replayed =
      reach::replay(system, traces, replay, budget);
  for (std::size_t i = 0; i < outcome.contradictions.size(); ++i) {
    // A missing trace is replayed as an empty one, which covers nothing.
    const Contradiction& c = outcome.contradictions[i];
    if (c.claim.kind != Claim::Kind::never) continue;
    reach::GoalReport& report = result.goals[c.claim.index];
    // distrust() or an earlier contradiction may have settled it.
    if (report.result.status == model::GoalStatus::covered) continue;
    if (c.trace && replayed[i].hits(c.claim.index)) {
      const auto steps = static_cast<std::int64_t>(c.steps);
      report.result = {model::GoalStatus::covered,
                       model::Trust::replayed,
                       reach::hit_text(c.steps, false),
                       steps};
      report.trace = *c.trace;
      report.shortest = false;
    } else {
      report.result = {model::GoalStatus::undecided,
                       model::Trust::claimed,
                       reason_of(c),
                       -1};
    }
  }
}

}  // namespace catenary::challenge
