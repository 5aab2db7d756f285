// SPDX-License-Identifier: Apache-2.0
/// \file
/// The challenge: how long to run, how a contradicting run is shortened, and
/// what a contradiction means for the result.
#include "challenge/challenge.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "base/error.h"

namespace catenary::challenge {

namespace reach = engine::reach;

namespace {

/// Contradictions that are shortened and printed; each costs executions.
constexpr std::size_t kMostShown = 5;

/// 3 % of the steps that the search made, or could have made in its time. Other
/// machines may challenge more or less: the time counts, and cap() ends it.
std::uint64_t wanted_steps(const reach::Result& result, double seconds) {
  constexpr std::uint64_t kLeast = 20'000;
  constexpr double kShare = 0.03;
  constexpr double kStepsPerSecond = 1e6;
  std::uint64_t steps = kLeast;
  // Doubled, so that small differences of time make none here.
  while (static_cast<double>(steps) < seconds * kShare * kStepsPerSecond) {
    steps *= 2;
  }
  const auto share = static_cast<double>(result.transitions) * kShare;
  return std::max(steps, static_cast<std::uint64_t>(share));
}

/// Processor time: a share of what was spent already, and never very little,
/// since starting runs has its price.
std::chrono::milliseconds cap(const Options& options) {
  constexpr double kMost = 0.04;
  constexpr std::chrono::milliseconds kLeast{120};
  const std::chrono::milliseconds share(
      static_cast<std::int64_t>(options.proof_seconds * kMost * 1000));
  return std::min(std::max(share, kLeast), options.most);
}

/// Finds a short run that contradicts a claim, by bisection over the length of
/// runs and then over their number. Runs are determined by seed and number, so
/// executions can be repeated.
class Search {
 public:
  Search(const model::StepSystem& system,
         model::PlainProgram& plain,
         const std::vector<Claim>& claims,
         const model::PlainJob& job,
         const base::Budget& budget)
      : system_(system),
        plain_(plain),
        claims_(claims),
        job_(job),
        budget_(budget) {}

  /// Looks for the run. `claim` is its index in `claims`, `runs` the number of
  /// runs that showed the contradiction.
  void shorten(std::size_t claim, std::uint64_t runs, Contradiction& out);

 private:
  /// Whether an execution of the job contradicts the claim again.
  [[nodiscard]] bool shows(model::PlainProgram& program,
                           std::size_t claim,
                           const model::PlainJob& job) const {
    const std::vector<std::size_t> found =
        contradicted(claims_, program.observe(system_, job, budget_));
    return std::binary_search(found.begin(), found.end(), claim);
  }
  /// The least number of 1..most for which `holds`, by bisection; most where it
  /// never does. Requires that `holds` is monotone. It is for lengths of runs:
  /// a longer run begins with the shorter one.
  static std::uint64_t least(std::uint64_t most,
                             const std::function<bool(std::uint64_t)>& holds) {
    std::uint64_t lo = 1;
    while (lo < most) {
      const std::uint64_t middle = lo + (most - lo) / 2;
      if (holds(middle)) {
        most = middle;
      } else {
        lo = middle + 1;
      }
    }
    return most;
  }
  /// The inputs of a run as a trace of the system with `steps` steps. Empty
  /// where they do not fit its variables.
  [[nodiscard]] std::optional<model::Trace> trace_of(
      const std::vector<model::PlainGiven>& given, std::uint64_t steps) const;

  const model::StepSystem& system_;
  model::PlainProgram& plain_;
  const std::vector<Claim>& claims_;
  model::PlainJob job_;
  const base::Budget& budget_;
};

void Search::shorten(std::size_t claim,
                     std::uint64_t runs,
                     Contradiction& out) {
  model::PlainJob job = job_;
  // No limit of steps, so that only length and number decide; the minute is a
  // guard against a machine that hangs.
  job.steps = ~std::uint64_t{0};
  job.cap = job.wall = std::chrono::minutes(1);
  job.last_run = runs;
  // First the shortest length for which any of the runs contradicts, then the
  // first such run of that length.
  constexpr std::uint64_t kLongest = 4096;
  const std::uint64_t length = least(kLongest, [&](std::uint64_t n) {
    job.length = n;
    return shows(plain_, claim, job);
  });
  job.length = length;
  const std::uint64_t count = least(runs, [&](std::uint64_t n) {
    job.last_run = n;
    return shows(plain_, claim, job);
  });
  out.run = count - 1;
  job.first_run = out.run;
  job.last_run = count;
  if (shows(plain_, claim, job)) {
    out.steps = length;
    // Undefined behaviour that the model defines otherwise often changes with
    // optimisation; then the claim is not to blame for the difference.
    const auto otherwise = plain_.otherwise(budget_);
    out.unstable = otherwise != nullptr && !shows(*otherwise, claim, job);
  }
  out.given = plain_.given(system_, job, budget_);
  if (out.steps != 0) out.trace = trace_of(out.given, out.steps);
}

std::optional<model::Trace> Search::trace_of(
    const std::vector<model::PlainGiven>& given, std::uint64_t steps) const {
  // Inputs that the code asks for follow those that are set before a step.
  const auto first_called = [](const std::vector<model::Variable>& variables) {
    std::size_t n = 0;
    while (n < variables.size() && !variables[n].called) ++n;
    return n;
  };
  model::Trace out;
  // What the run was not given is 0, as in the driver.
  const auto zeros = [](const std::vector<model::Variable>& variables) {
    std::vector<logic::Value> values;
    for (const model::Variable& v : variables) {
      std::byte bytes[8] = {};
      values.push_back(model::decode_scalar(v.type, bytes));
    }
    return values;
  };
  out.initial = zeros(system_.initial);
  out.steps.assign(steps, zeros(system_.inputs));
  std::size_t next = 0;
  std::uint64_t step = 0;
  for (const model::PlainGiven& g : given) {
    if (g.step > steps) return std::nullopt;
    auto& values = g.step == 0 ? out.initial : out.steps[g.step - 1];
    const auto& variables = g.step == 0 ? system_.initial : system_.inputs;
    if (g.step != step || &g == &given.front()) next = first_called(variables);
    step = g.step;
    // The code asks in the order of its places, mostly: the replay shows.
    const std::size_t at = g.called ? next++ : g.variable;
    if (at >= variables.size()) return std::nullopt;
    if (g.value.sort() != values[at].sort()) return std::nullopt;
    values[at] = g.value;
  }
  return out;
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
  job.cap = cap(options);
  job.wall = options.most;
  if (budget.has_deadline()) job.wall = std::min(job.wall, budget.time_left());
  constexpr std::size_t kMostSequences = 200;
  for (const model::Trace& t : options.sequences) {
    if (job.sequences.size() < kMostSequences) job.sequences.push_back(t);
  }
  const model::PlainSeen seen = plain.observe(system, job, budget);
  out.steps = seen.steps;
  out.runs = seen.runs;
  out.done = true;
  // contradicted() sorts, so the ones shown are the same in every run.
  std::vector<std::size_t> shown = contradicted(claims, seen);
  if (shown.size() > kMostShown) shown.resize(kMostShown);
  // They stand, even where no time is left to look for short runs.
  for (const std::size_t claim : shown) {
    out.contradictions.emplace_back().claim = claims[claim];
  }
  Search search(system, plain, claims, job, budget);
  for (std::size_t k = 0; k < shown.size(); ++k) {
    search.shorten(shown[k], seen.runs, out.contradictions[k]);
  }
}

}  // namespace

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
          : fmt::format("; {} run{} left out that differ{} after a crash",
                        outcome.undefined,
                        outcome.undefined == 1 ? "" : "s",
                        outcome.undefined == 1 ? "s" : "");
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

void leave_out_undefined(const model::StepSystem& system,
                         const reach::ReplayOptions& replay,
                         const base::Budget& budget,
                         Outcome& outcome) {
  std::vector<model::Trace> traces;
  for (const Contradiction& c : outcome.contradictions) {
    traces.push_back(c.trace.value_or(model::Trace{}));
  }
  if (traces.empty()) return;
  const std::vector<reach::Replayed> replayed =
      reach::replay(system, traces, replay, budget);
  std::vector<Contradiction> kept;
  for (std::size_t i = 0; i < traces.size(); ++i) {
    const auto& steps = replayed[i].simulation.steps;
    const bool crashes = outcome.contradictions[i].trace && !steps.empty() &&
                         steps.back().outcome == model::StepOutcome::crashed;
    if (crashes) {
      ++outcome.undefined;
    } else {
      kept.push_back(std::move(outcome.contradictions[i]));
    }
  }
  outcome.contradictions = std::move(kept);
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
      report.trace = c.trace;
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
