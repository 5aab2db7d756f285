// SPDX-License-Identifier: Apache-2.0
#include "app/run/run_mutants.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <utility>
#include <vector>

#include "app/contract/contract_mutants.h"
#include "app/model_file.h"
#include "app/run/mutation_run.h"
#include "app/run/source_mutants.h"
#include "app/run/sut.h"
#include "app/timed/timed_names.h"
#include "app/timed/timed_run.h"
#include "base/error.h"
#include "engine/symbolic/conformance.h"
#include "exec/adapter/timed_model.h"
#include "exec/boundary.h"
#include "exec/timed/constraint_solver.h"
#include "exec/timed/online_session.h"
#include "model/mutate/mutate.h"
#include "option/text.h"
#include "report/console/timed_run.h"
#include "suite/write.h"

namespace catenary::app {

namespace {

using report::MutantResult;
using report::MutantStatus;
using AnswerTime = exec::TimedModelOptions::AnswerTime;
using ThirdParties = exec::TimedModelOptions::ThirdParties;

/// How a mutant answers, and what it is sent. Some faults only show where it
/// is late, others only at the limits of guards.
struct Way {
  AnswerTime sut = AnswerTime::earliest;
  Policy tester = Policy::minimal;
  std::uint64_t seed = 0;  ///< on top of the user's; of boundary: instead of it
  ThirdParties others = ThirdParties::arranged;
};

/// What finds most faults, before anything is proved.
constexpr std::array kFirstWays = {Way{AnswerTime::earliest, Policy::minimal},
                                   Way{AnswerTime::latest, Policy::latest},
                                   Way{AnswerTime::latest, Policy::minimal},
                                   Way{AnswerTime::random, Policy::random, 1}};

/// The others, for mutants that are not proved to conform: every case of every
/// guard, with every way to answer, and what is sent at random.
std::vector<Way> more_ways(std::size_t cases) {
  constexpr std::array kAnswers = {
      AnswerTime::earliest, AnswerTime::latest, AnswerTime::random};
  constexpr std::uint64_t kDraws = 8;
  std::vector<Way> out;
  std::uint64_t seed = 1;  // BoundaryPlan counts from the first
  for (std::size_t ends = 0; ends < exec::BoundaryPlan::kEnds; ++ends) {
    for (const AnswerTime sut : kAnswers) {
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

/// Observations of random testing that look for a fault the suite misses.
constexpr std::uint64_t kRandomSteps = 200;

class Mutants {
 public:
  Mutants(const RunOptions& options,
          const suite::Suite& suite,
          Context& context)
      : options_(options),
        suite_(suite),
        context_(context),
        more_ways_(more_ways(exec::most_boundary_cases(suite, true))) {}

  report::MutationReport run();
  [[nodiscard]] bool complete() const { return complete_; }

 private:
  MutantResult judge(const model::TimedAutomaton& original,
                     const model::TimedMutant& mutant);
  /// Runs the suite; true where that decides.
  bool run_suite(const model::TimedAutomaton& mutant,
                 const Way& way,
                 MutantResult& out);
  bool run_ways(const model::TimedAutomaton& mutant,
                std::span<const Way> ways,
                MutantResult& out);
  void test_online(const model::TimedAutomaton& original,
                   const model::TimedAutomaton& mutant,
                   MutantResult& out);

  const RunOptions& options_;
  const suite::Suite& suite_;
  Context& context_;
  std::vector<Way> more_ways_;
  bool complete_ = true;
};

bool Mutants::run_suite(const model::TimedAutomaton& mutant,
                        const Way& way,
                        MutantResult& out) {
  exec::TimedModelOptions m;
  m.answers = way.sut;
  m.third_parties = way.others;
  m.seed = options_.seed + way.seed;
  m.find_run = find_runs_of(mutant, context_.budget);
  const auto adapter = exec::make_timed_model(mutant, m);
  const auto solver = exec::timed::make_constraint_solver(
      exec::timed::kSolverTime, context_.budget);
  RunOptions as = options_;
  as.policy = way.tester;
  as.seed =
      way.tester == Policy::boundary ? way.seed : options_.seed + way.seed;
  exec::TimedRunOptions o = timed_run_options(as);
  o.run.suite_path = options_.suite;
  o.run.sut = options_.sut;
  o.run.tests = options_.tests;
  suite::RunListener silent;
  const suite::RunResults results = exec::run_timed_suite(
      suite_, *adapter, o, solver.get(), silent, context_.budget);
  for (const suite::TestResult& r : results.tests) {
    if (r.verdict == suite::Verdict::fail) {
      out.status = MutantStatus::killed;
      out.reason = std::string(suite::to_string(r.code)) + ": " + r.reason;
      out.test = r.id;
      return true;
    }
    if (r.verdict == suite::Verdict::error &&
        out.status != MutantStatus::broken) {
      out.status = MutantStatus::broken;
      out.reason = std::string(suite::to_string(r.code)) + ": " + r.reason;
      out.test = r.id;
    }
  }
  return false;
}

bool Mutants::run_ways(const model::TimedAutomaton& mutant,
                       std::span<const Way> ways,
                       MutantResult& out) {
  for (const Way& way : ways) {
    if (context_.budget.poll() != base::StopReason::none) return false;
    if (run_suite(mutant, way, out)) return true;
  }
  return false;
}

/// A fault that random testing by the original finds is one the suite missed.
void Mutants::test_online(const model::TimedAutomaton& original,
                          const model::TimedAutomaton& mutant,
                          MutantResult& out) {
  engine::symbolic::TestCaseOptions test_case =
      test_case_options(original, options_);
  for (std::uint32_t c = 0; c < suite_.signature.channels.size(); ++c) {
    const suite::Channel& channel = suite_.signature.channels[c];
    const auto found = original.find_channel(channel.name);
    if (found && !channel.controllable) {
      test_case.uncontrollable.insert(*found);
    }
  }
  const suite::Signature signature = engine::symbolic::signature_of(
      original, test_case.uncontrollable, suite_.signature.time_unit);
  for (const AnswerTime policy : {AnswerTime::latest, AnswerTime::random}) {
    exec::TimedModelOptions m;
    m.answers = policy;
    m.seed = options_.seed;
    m.find_run = find_runs_of(mutant, context_.budget);
    const auto adapter = exec::make_timed_model(mutant, m);
    engine::symbolic::Online online(original, test_case, context_.budget);
    exec::timed::OnlineOptions o;
    o.seed = options_.seed;
    o.max_steps = kRandomSteps;
    o.time_out = mpq_class(original.largest_clock_constant() + 1);
    exec::timed::OnlineSession session(
        original, signature, online, *adapter, o, context_.budget);
    const suite::TestResult r = session.test([](const suite::TestResult&) {});
    if (r.verdict == suite::Verdict::fail) {
      out.status = MutantStatus::survived;
      out.reason = "it does not conform, as random testing shows: " + r.reason;
      return;
    }
  }
  out.status = MutantStatus::undecided;
  out.reason = "no test failed, nor did random testing find a fault in " +
               std::to_string(2 * kRandomSteps) + " observations";
}

MutantResult Mutants::judge(const model::TimedAutomaton& original,
                            const model::TimedMutant& mutant) {
  MutantResult out;
  out.id = mutant.mutation.id;
  out.kind = mutant.mutation.kind;
  out.change = mutant.mutation.text;
  out.where = mutant.mutation.where;
  const model::TimedAutomaton changed = model::mutate(original, mutant);
  if (run_ways(changed, kFirstWays, out)) return out;
  using engine::symbolic::Conformance;
  const Conformance proof =
      engine::symbolic::conforms(changed, original, {}, context_.budget);
  if (proof.answer == Conformance::Answer::conforms) {
    out.status = MutantStatus::conforming;
    out.reason = proof.reason;
    return out;
  }
  if (run_ways(changed, more_ways_, out)) return out;
  if (out.status == MutantStatus::broken) return out;
  test_online(original, changed, out);
  if (out.status == MutantStatus::undecided) {
    out.reason += "; not proved to conform: " + proof.reason;
  }
  return out;
}

report::MutationReport Mutants::run() {
  const auto started = std::chrono::steady_clock::now();
  const model::TimedAutomaton original =
      load_timed_automaton(read_sut(options_.sut).where, context_);
  const std::vector<model::TimedMutant> all = model::timed_mutants(original);
  report::MutationReport out;
  out.suite = options_.suite;
  out.sut = options_.sut;
  out.possible = all.size();
  const std::vector<std::size_t> wanted = chosen_mutants(options_, all.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (context_.budget.poll() != base::StopReason::none) {
      complete_ = false;
      break;
    }
    context_.progress.update(
        {"testing mutants", i, wanted.size(), all[wanted[i]].mutation.id});
    MutantResult result = judge(original, all[wanted[i]]);
    // Cut short, it says nothing.
    if (result.status == MutantStatus::undecided &&
        context_.budget.poll() != base::StopReason::none) {
      complete_ = false;
      break;
    }
    out.mutants.push_back(std::move(result));
  }
  out.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - started)
          .count();
  return out;
}

void check_options(const RunOptions& options) {
  if (read_sut(options.sut).kind != "model") {
    throw base::InputError({},
                           "--mutate changes a model: expected --sut "
                           "model:FILE.xlia, model:FILE.req or a C program "
                           "(model:FILE.toml), found '" +
                               options.sut + "'",
                           "option-mutate");
  }
  std::uint32_t count = 0;
  try {
    if (options.mutate != "all") option::parse_text(options.mutate, count);
  } catch (const base::InputError&) {
    count = 0;
  }
  if (options.mutate != "all" && count == 0) {
    throw base::InputError({},
                           "--mutate: expected a number of mutants or all, "
                           "found '" +
                               options.mutate + "'",
                           "option-mutate");
  }
  refuse_options("--mutate",
                 ModelKind::none,
                 {{"--log", !options.log.empty()},
                  {"--junit", !options.junit.empty()},
                  {"--policy", options.policy != Policy::minimal},
                  {"--repeat", options.repeat != 1}});
}

}  // namespace

ExitCode run_mutants(const RunOptions& options,
                     const suite::Suite& suite,
                     Context& context) {
  check_options(options);
  switch (kind_of(read_sut(options.sut).where)) {
    case ModelKind::contract:
      return run_contract_mutants(options, suite, context);
    case ModelKind::step:
      return run_source_mutants(options, suite, context);
    default:
      break;
  }
  Mutants mutants(options, suite, context);
  const report::MutationReport report = mutants.run();
  return conclude_mutation(options, report, mutants.complete(), context);
}

}  // namespace catenary::app
