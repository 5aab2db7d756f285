// SPDX-License-Identifier: Apache-2.0
#include "exec/mutation/timed_mutants.h"

#include <string>
#include <utility>

#include "engine/symbolic/conformance.h"
#include "engine/symbolic/online.h"
#include "exec/boundary.h"
#include "exec/mutation/mutation.h"
#include "exec/timed/constraint_solver.h"
#include "exec/timed/online_session.h"

namespace catenary::exec::mutation {

using suite::MutantResult;
using suite::MutantStatus;
using AnswerTime = TimedModelOptions::AnswerTime;
using ThirdParties = TimedModelOptions::ThirdParties;

namespace {

/// Observations of random testing that look for a fault the suite misses.
constexpr std::uint64_t kRandomSteps = 200;

}  // namespace

TimedMutants::TimedMutants(const model::TimedAutomaton& original,
                           const suite::Suite& suite,
                           TimedMutantOptions options,
                           const base::Budget& budget)
    : original_(original),
      suite_(suite),
      options_(std::move(options)),
      budget_(budget),
      first_ways_(first_ways()),
      more_ways_(more_ways(most_boundary_cases(suite, true))) {
  for (const suite::Channel& channel : suite.signature.channels) {
    const auto found = original.find_channel(channel.name);
    if (found && !channel.controllable) {
      options_.test_case.uncontrollable.insert(*found);
    }
  }
}

/// The ways that kill most mutants, tried before the proof of conformance.
std::vector<TimedMutants::Way> TimedMutants::first_ways() {
  return {{AnswerTime::earliest, Policy::minimal},
          {AnswerTime::latest, Policy::latest},
          {AnswerTime::latest, Policy::minimal},
          {AnswerTime::random, Policy::random, 1}};
}

/// The others, for mutants that are not proved to conform: every case of every
/// guard, with every way to answer, and what is sent at random.
std::vector<TimedMutants::Way> TimedMutants::more_ways(std::size_t cases) {
  constexpr std::uint64_t kDraws = 8;
  std::vector<Way> out;
  std::uint64_t seed = 1;  // BoundaryPlan counts from the first
  for (std::size_t ends = 0; ends < BoundaryPlan::kEnds; ++ends) {
    for (const AnswerTime sut :
         {AnswerTime::earliest, AnswerTime::latest, AnswerTime::random}) {
      for (std::size_t c = 0; c < cases; ++c) {
        out.push_back({sut, Policy::boundary, seed + c});
      }
    }
    seed += cases;
  }
  for (std::uint64_t n = 1; n <= kDraws; ++n) {
    out.push_back({AnswerTime::random, Policy::random, n + 1});
    out.push_back(
        {AnswerTime::random, Policy::random, n + 1, ThirdParties::specified});
  }
  return out;
}

bool TimedMutants::killed_by(const Way& way,
                             const model::TimedAutomaton& mutant,
                             MutantResult& out) {
  TimedModelOptions m;
  m.answers = way.sut;
  m.third_parties = way.others;
  m.seed = options_.seed + way.seed;
  m.find_run = timed::find_runs_of(mutant, budget_);
  const auto adapter = make_timed_model(mutant, m);
  const auto solver =
      timed::make_constraint_solver(timed::kSolverTime, budget_);
  TimedRunOptions o;
  o.run = options_.run;
  o.policy = way.tester;
  o.seed = way.tester == Policy::boundary ? way.seed : options_.seed + way.seed;
  suite::RunListener silent;
  const suite::RunResults results =
      run_timed_suite(suite_, *adapter, o, solver.get(), silent, budget_);
  return apply_results(results, false, out) != nullptr;
}

bool TimedMutants::killed(const std::vector<Way>& ways,
                          const model::TimedAutomaton& mutant,
                          MutantResult& out) {
  for (const Way& way : ways) {
    if (budget_.poll() != base::StopReason::none) return false;
    if (killed_by(way, mutant, out)) return true;
  }
  return false;
}

/// A fault that random testing by the original finds is one the suite missed.
void TimedMutants::test_online(const model::TimedAutomaton& mutant,
                               MutantResult& out) {
  const suite::Signature signature = engine::symbolic::signature_of(
      original_, options_.test_case.uncontrollable, suite_.signature.time_unit);
  for (const AnswerTime policy : {AnswerTime::latest, AnswerTime::random}) {
    TimedModelOptions m;
    m.answers = policy;
    m.seed = options_.seed;
    m.find_run = timed::find_runs_of(mutant, budget_);
    const auto adapter = make_timed_model(mutant, m);
    engine::symbolic::Online online(original_, options_.test_case, budget_);
    timed::OnlineOptions o;
    o.seed = options_.seed;
    o.max_steps = kRandomSteps;
    o.time_out = mpq_class(original_.largest_clock_constant() + 1);
    timed::OnlineSession session(
        original_, signature, online, *adapter, o, budget_);
    const suite::TestResult r = session.test([](const suite::TestResult&) {});
    if (r.verdict == suite::Verdict::fail) {
      out.status = MutantStatus::survived;
      out.reason = "it does not conform, as random testing shows: " + r.reason;
      return;
    }
  }
  out.reason = "no test failed, nor did random testing find a fault in " +
               std::to_string(2 * kRandomSteps) + " observations";
}

MutantResult TimedMutants::judge(const model::TimedMutant& mutant) {
  MutantResult out;
  out.mutation = mutant.mutation;
  const model::TimedAutomaton changed = model::mutate(original_, mutant);
  if (killed(first_ways_, changed, out)) return out;
  using engine::symbolic::Conformance;
  const Conformance proof =
      engine::symbolic::conforms(changed, original_, {}, budget_);
  if (proof.answer == Conformance::Answer::conforms) {
    out.status = MutantStatus::conforming;
    out.reason = proof.reason;
    return out;
  }
  if (killed(more_ways_, changed, out)) return out;
  if (out.status == MutantStatus::broken) return out;
  test_online(changed, out);
  if (out.status == MutantStatus::undecided) {
    out.reason += "; not proved to conform: " + proof.reason;
  }
  return out;
}

}  // namespace catenary::exec::mutation
