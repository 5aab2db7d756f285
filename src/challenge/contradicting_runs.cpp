// SPDX-License-Identifier: Apache-2.0
#include "challenge/contradicting_runs.h"

#include <algorithm>
#include <chrono>
#include <memory>

namespace catenary::challenge {

namespace reach = engine::reach;

ContradictingRuns::ContradictingRuns(const model::StepSystem& system,
                                     model::PlainProgram& plain,
                                     const std::vector<Claim>& claims,
                                     const model::PlainJob& job,
                                     const reach::ReplayOptions& replay,
                                     const base::Budget& budget)
    : system_(system),
      plain_(plain),
      claims_(claims),
      job_(job),
      replay_(replay),
      budget_(budget) {
  constexpr std::chrono::seconds kAfterDeadline(5);
  if (budget.has_deadline()) {
    budget_.set_time(budget.time_left() + kAfterDeadline);
  }
}

bool ContradictingRuns::find(std::size_t claim,
                             std::uint64_t runs,
                             Contradiction& out) {
  const std::optional<Judged> valid = find_valid(claim, runs);
  if (!valid) return false;
  find_shortest(claim, runs, out);
  if (!out.trace || steps_before_crash(*out.trace) == out.steps) return true;
  out.run = valid->run;
  model::PlainJob job = job_of(valid->run, valid->run + 1);
  const std::uint64_t length = least(valid->steps, [&](std::uint64_t n) {
    job.length = n;
    return shows(plain_, claim, job);
  });
  fill_in(claim, length, out);
  return true;
}

std::optional<ContradictingRuns::Judged> ContradictingRuns::find_valid(
    std::size_t claim, std::uint64_t runs) {
  constexpr std::uint64_t kFirstRuns = 16;
  constexpr int kMostTries = 4;
  std::uint64_t next = std::min(runs, kFirstRuns);
  while (judged_.size() < next) judged_.push_back(judge(judged_.size()));
  for (const Judged& j : judged_) {
    if (std::ranges::binary_search(j.claims, claim)) return j;
  }
  while (tries_ < kMostTries && next < runs) {
    const std::optional<std::uint64_t> run = find_run(claim, next, runs);
    if (!run) break;
    ++tries_;
    judged_.push_back(judge(*run));
    if (std::ranges::binary_search(judged_.back().claims, claim)) {
      return judged_.back();
    }
    next = *run + 1;
  }
  return std::nullopt;
}

std::optional<std::uint64_t> ContradictingRuns::find_run(
    std::size_t claim, std::uint64_t first, std::uint64_t last) const {
  const std::uint64_t count = least(last - first, [&](std::uint64_t n) {
    return shows(plain_, claim, job_of(first, first + n));
  });
  const std::uint64_t run = first + count - 1;
  if (!shows(plain_, claim, job_of(run, run + 1))) return std::nullopt;
  return run;
}

ContradictingRuns::Judged ContradictingRuns::judge(std::uint64_t run) const {
  model::PlainJob job = job_of(run, run + 1);
  const std::vector<model::PlainGiven> given =
      plain_.given(system_, job, budget_);
  if (!given.empty()) job.length = given.back().step;
  const auto trace = trace_of(given, job.length);
  if (trace) job.length = steps_before_crash(*trace);
  Judged out{run, job.length, {}};
  if (job.length != 0) out.claims = contradicted_by(plain_, job);
  return out;
}

std::uint64_t ContradictingRuns::steps_before_crash(
    const model::Trace& trace) const {
  const std::vector<reach::Replayed> replayed =
      reach::replay(system_, {&trace, 1}, replay_, budget_);
  const model::Simulation& s = replayed.front().simulation;
  if (s.initial.outcome == model::StepOutcome::crashed) return 0;
  const bool crashes =
      !s.steps.empty() && s.steps.back().outcome == model::StepOutcome::crashed;
  return crashes ? s.steps.size() - 1 : trace.steps.size();
}

model::PlainJob ContradictingRuns::job_of(std::uint64_t first,
                                          std::uint64_t last) const {
  model::PlainJob job = job_;
  // No limit of steps, so that only length and number decide; the minute is a
  // guard against a machine that hangs.
  job.steps = ~std::uint64_t{0};
  job.cap = job.wall = std::chrono::minutes(1);
  job.length = kLongest;
  job.first_run = first;
  job.last_run = last;
  return job;
}

void ContradictingRuns::find_shortest(std::size_t claim,
                                      std::uint64_t runs,
                                      Contradiction& out) {
  // First the shortest length for which any of the runs contradicts, then the
  // first such run of that length.
  model::PlainJob job = job_of(0, runs);
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
  fill_in(claim, length, out);
}

void ContradictingRuns::fill_in(std::size_t claim,
                                std::uint64_t length,
                                Contradiction& out) {
  model::PlainJob job = job_of(out.run, out.run + 1);
  job.length = length;
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

std::optional<model::Trace> ContradictingRuns::trace_of(
    const std::vector<model::PlainGiven>& given, std::uint64_t steps) const {
  // Inputs that the code asks for follow those that are set before a step.
  const auto first_called = [](const std::vector<model::Variable>& variables) {
    std::size_t n = 0;
    while (n < variables.size() && !variables[n].called) ++n;
    return n;
  };
  model::Trace out;
  // An input that the run was not given is 0, as in the driver.
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

}  // namespace catenary::challenge
