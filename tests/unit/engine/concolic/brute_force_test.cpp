// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random small programs: systematic search to its end covers exactly what
/// trying every input in every state does, and no strategy covers more.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <vector>

#include "base/rng.h"
#include "engine/concolic/concolic.h"
#include "unit/engine/c_program.h"

namespace catenary::engine::concolic {
namespace {

using Goals = std::set<std::uint32_t>;

/// Writes a program over the input c and three small variables.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : rng_(seed) {}

  std::string program() {
    return "unsigned char c;\nstatic unsigned char v0, v1, v2;\n"
           "void step(void) {\n  CATENARY_INPUT(c);\n" +
           block(3) + "}\n";
  }

 private:
  std::string variable() { return "v" + std::to_string(rng_.below(3)); }
  std::string operand() {
    switch (rng_.below(4)) {
      case 0:
        return "c";
      case 1:
        return std::to_string(rng_.below(256));
      default:
        return variable();
    }
  }
  std::string value() {
    static constexpr const char* kOps[] = {"+", "-", "*", "&", "^", ">>"};
    const std::string op = kOps[rng_.below(6)];
    if (op == ">>") {
      return "(" + operand() + " >> " + std::to_string(rng_.below(8)) + ")";
    }
    return "(" + operand() + " " + op + " " + operand() + ")";
  }
  std::string condition() {
    static constexpr const char* kOps[] = {"==", "<", ">", "!=", "=="};
    const std::string left = rng_.chance(1, 2) ? "c" : value();
    std::string out = left + " " + kOps[rng_.below(5)] + " " + value();
    if (rng_.chance(1, 4))
      out += rng_.chance(1, 2) ? " && c > 9" : " || v0 > 3";
    return out;
  }
  std::string block(int depth) {
    std::string out;
    const std::uint64_t n = 1 + rng_.below(2);
    for (std::uint64_t i = 0; i < n; ++i) {
      if (depth == 0 || rng_.chance(1, 3)) {
        out += variable() + " = (unsigned char)" + value() + ";\n";
      } else {
        out += "if (" + condition() + ") {\n" + block(depth - 1) +
               "} else {\n" + block(depth - 1) + "}\n";
      }
    }
    return out;
  }

  base::Rng rng_;
};

/// What runs of at most so many steps hit; `complete` becomes false where there
/// are too many states.
Goals brute_force(const model::StepSystem& system,
                  std::uint32_t steps,
                  bool& complete) {
  // A last level has no states that matter.
  const std::size_t most = steps <= 2 ? 1'000'000 : 3'000;
  const auto stepper = system.factory->make();
  Goals hit;
  const auto note = [&] {
    for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
      if ((stepper->hits()[g / 64] >> (g % 64) & 1U) != 0) hit.insert(g);
    }
  };
  const std::byte none{};
  EXPECT_EQ(stepper->reset(&none), model::StepOutcome::running);
  note();
  using State = std::vector<std::byte>;
  State state(stepper->state_bytes());
  stepper->save(state.data());
  std::set<State> level{state}, seen{state};
  for (std::uint32_t k = 0; k < steps; ++k) {
    std::set<State> next;
    for (const State& from : level) {
      complete = seen.size() <= most;
      if (!complete) return hit;
      for (int c = 0; c < 256; ++c) {
        const auto letter = static_cast<std::byte>(c);
        stepper->load(from.data());
        if (stepper->step(&letter) != model::StepOutcome::running) continue;
        note();
        stepper->save(state.data());
        if (seen.insert(state).second) next.insert(state);
      }
    }
    level = std::move(next);
  }
  return hit;
}

Goals covered(const reach::Result& result) {
  Goals out;
  for (std::uint32_t g = 0; g < result.goals.size(); ++g) {
    if (result.goals[g].result.status == model::GoalStatus::covered) {
      out.insert(g);
    }
  }
  return out;
}

class BruteForce : public testing::TestWithParam<std::uint64_t> {};

TEST_P(BruteForce, AgreesWithSystematicSearchToItsEnd) {
  constexpr std::uint32_t kSteps = 2;
  const std::string text = Writer(GetParam()).program();
  SCOPED_TRACE(text);
  const model::StepSystem system = test::program(text);
  if (system.goals.empty()) return;
  bool complete = true;
  const Goals expected = brute_force(system, kSteps, complete);
  ASSERT_TRUE(complete);
  ConcolicOptions options;
  options.seed = GetParam();
  options.set_steps = kSteps;
  options.strategy = Strategy::systematic;
  options.patience_questions = options.patience_steps = 0;
  const ConcolicResult all = search(system, options, {}, {});
  EXPECT_EQ(covered(all.result), expected);
  EXPECT_EQ(all.exhausted_steps, kSteps);
  options.patience_questions = 300;
  options.patience_steps = 20'000;
  for (const Strategy strategy :
       {Strategy::random_concolic, Strategy::simple, Strategy::random}) {
    options.strategy = strategy;
    for (const std::uint32_t g :
         covered(search(system, options, {}, {}).result)) {
      EXPECT_TRUE(expected.contains(g))
          << to_string(strategy) << " " << system.goals[g].id;
    }
  }
}

/// However long the engines have that it asks for proofs.
TEST_P(BruteForce, IsNotContradictedByDirectedSearch) {
  const std::string text = Writer(GetParam()).program();
  SCOPED_TRACE(text);
  const model::StepSystem system = test::program(text);
  if (system.goals.empty()) return;
  bool complete = true;
  const Goals expected = brute_force(system, 1'000'000, complete);
  ConcolicOptions options;
  options.seed = GetParam();
  base::Budget budget;
  budget.set_time(std::chrono::milliseconds(1500));
  const ConcolicResult found = search(system, options, budget, {});
  for (std::uint32_t g = 0; g < system.goals.size(); ++g) {
    const model::GoalResult& said = found.result.goals[g].result;
    if (said.status == model::GoalStatus::covered && complete) {
      EXPECT_TRUE(expected.contains(g)) << system.goals[g].id;
    }
    if (said.status == model::GoalStatus::unreachable) {
      EXPECT_FALSE(expected.contains(g)) << system.goals[g].id << said.reason;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Random,
                         BruteForce,
                         testing::Range<std::uint64_t>(1, 13));

}  // namespace
}  // namespace catenary::engine::concolic
