// SPDX-License-Identifier: Apache-2.0
#include "engine/shadow/shadow.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "engine/reach/explicit/explicit.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::shadow {
namespace {

using model::GoalStatus;
using model::StepOutcome;
using reach::test::Effect;
using reach::test::FakeProgram;
using reach::test::make_system;
using State = std::vector<std::uint8_t>;

/// A stepper whose saved state lacks the last byte: missed state.
class ForgetfulStepper final : public model::Stepper {
 public:
  explicit ForgetfulStepper(std::unique_ptr<model::Stepper> inner)
      : inner_(std::move(inner)), whole_(inner_->state_bytes()) {}

  std::size_t state_bytes() const override { return whole_.size() - 1; }
  StepOutcome reset(const std::byte* letter) override {
    return inner_->reset(letter);
  }
  StepOutcome step(const std::byte* letter) override {
    return inner_->step(letter);
  }
  void save(std::byte* packed) const override {
    inner_->save(whole_.data());
    std::memcpy(packed, whole_.data(), state_bytes());
  }
  void load(const std::byte* packed) override {
    inner_->save(whole_.data());
    std::memcpy(whole_.data(), packed, state_bytes());
    inner_->load(whole_.data());
  }
  const std::uint64_t* hits() const override { return inner_->hits(); }
  bool at_final() override { return inner_->at_final(); }
  logic::Value output(std::size_t index) override {
    return inner_->output(index);
  }
  Event event() const override { return inner_->event(); }

 private:
  std::unique_ptr<model::Stepper> inner_;
  mutable std::vector<std::byte> whole_;
};

class ForgetfulFactory final : public model::StepperFactory {
 public:
  explicit ForgetfulFactory(std::shared_ptr<const StepperFactory> inner)
      : inner_(std::move(inner)) {}
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<ForgetfulStepper>(inner_->make());
  }

 private:
  std::shared_ptr<const StepperFactory> inner_;
};

model::StepSystem forgetful(model::StepSystem system) {
  system.factory = std::make_shared<ForgetfulFactory>(system.factory);
  return system;
}

/// Goal g0 in every sixth step: state[1] counts them.
FakeProgram counting() {
  FakeProgram p;
  p.state_bytes = 2;
  p.goals = 2;
  p.step = [](State& s, const std::vector<int>&) {
    Effect e;
    s[1] = static_cast<std::uint8_t>((s[1] + 1) % 6);
    if (s[1] == 0) e.hits.push_back(0);
    return e;
  };
  return p;
}

TEST(Shadow, FindsAByteThatIsNotSaved) {
  const model::StepSystem system = forgetful(make_system(counting(), {2}));
  const Comparison made = compare(system, {}, 1000, {});
  ASSERT_TRUE(made.difference);
  EXPECT_NE(made.difference->text.find("goal g0"), std::string::npos)
      << made.difference->text;
  EXPECT_FALSE(made.difference->trace.steps.empty());
  const Comparison same = compare(system, {}, 1000, {});
  EXPECT_EQ(same.difference->trace.steps, made.difference->trace.steps);
  EXPECT_EQ(same.difference->text, made.difference->text);
}

TEST(Shadow, FindsNothingWhereAllIsSaved) {
  const Comparison made = compare(make_system(counting(), {2}), {}, 1000, {});
  EXPECT_FALSE(made.difference);
  EXPECT_EQ(made.steps, 1000U);
}

TEST(Shadow, IgnoresBytesThatAreWrittenBeforeTheyAreRead) {
  FakeProgram p;
  p.state_bytes = 3;
  p.goals = 2;
  p.step = [](State& s, const std::vector<int>& in) {
    Effect e;
    s[2] = static_cast<std::uint8_t>(in[0]);
    s[0] = static_cast<std::uint8_t>((s[0] + s[2]) % 5);
    s[2] = static_cast<std::uint8_t>(s[0] + 7);  // nobody reads this
    if (s[0] == 3) e.hits.push_back(1);
    return e;
  };
  const Comparison made =
      compare(forgetful(make_system(std::move(p), {3})), {}, 3000, {});
  EXPECT_FALSE(made.difference) << made.difference->text;
  EXPECT_EQ(made.steps, 3000U);
}

// Random inputs do not come to what the suggested run does.
TEST(Shadow, FollowsSuggestedRuns) {
  FakeProgram p;
  p.state_bytes = 2;
  p.goals = 1;
  p.step = [](State& s, const std::vector<int>& in) {
    Effect e;
    if (s[0] < 6) {
      s[0] = static_cast<std::uint8_t>(in[0] == 37 ? s[0] + 1 : 0);
    } else {
      s[1] = static_cast<std::uint8_t>(s[1] + 1);
      if (s[1] == 3) e.hits.push_back(0);
    }
    return e;
  };
  const model::StepSystem system = forgetful(make_system(std::move(p), {100}));
  EXPECT_FALSE(compare(system, {}, 500, {}).difference);
  model::Trace run;
  run.steps.assign(12, {logic::Value::integer(37)});
  const Comparison made = compare(system, {&run, 1}, 500, {});
  ASSERT_TRUE(made.difference);
  EXPECT_LE(made.difference->trace.steps.size(), 30U);
}

TEST(Shadow, SeesAnotherOutcomeAnotherOutputAndAnotherState) {
  for (const int what : {0, 1, 2}) {
    FakeProgram p;
    p.state_bytes = 3;
    p.step = [what](State& s, const std::vector<int>&) {
      Effect e;
      s[2] = static_cast<std::uint8_t>((s[2] + 1) % 4);
      if (s[2] != 0) return e;
      if (what == 0) e.outcome = StepOutcome::ended;
      if (what == 1) s[0] = static_cast<std::uint8_t>(s[0] ^ 1);
      if (what == 2) s[1] = static_cast<std::uint8_t>(s[1] ^ 1);
      return e;
    };
    const Comparison made =
        compare(forgetful(make_system(std::move(p), {2})), {}, 1000, {});
    ASSERT_TRUE(made.difference) << what;
    const char* expected[] = {"ends otherwise", "output out", "another state"};
    EXPECT_NE(made.difference->text.find(expected[what]), std::string::npos)
        << made.difference->text;
  }
}

// One input in four is allowed: a run goes on behind one that is not.
TEST(Shadow, DrawsAgainWhereAnInputIsDiscarded) {
  FakeProgram p;
  p.state_bytes = 2;
  p.goals = 1;
  p.step = [](State& s, const std::vector<int>& in) {
    Effect e;
    if (in[0] != s[0] % 4) {
      e.outcome = StepOutcome::discarded;
      return e;
    }
    s[0] = static_cast<std::uint8_t>((s[0] + 1) % 4);
    s[1] = static_cast<std::uint8_t>((s[1] + 1) % 40);
    if (s[1] == 0) e.hits.push_back(0);
    return e;
  };
  const model::StepSystem whole = make_system(p, {4});
  EXPECT_FALSE(compare(whole, {}, 2000, {}).difference);
  EXPECT_TRUE(compare(forgetful(make_system(p, {4})), {}, 2000, {}).difference);
}

TEST(Shadow, TakesBackWhatWasProvedOnAStateThatIsNotAll) {
  const model::StepSystem system = forgetful(make_system(counting(), {2}));
  reach::Result result =
      reach::ExplicitEngine().explore(system, {}, {}, nullptr);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
  challenge(system, result, {});
  ASSERT_TRUE(result.refutation);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::undecided);
  EXPECT_NE(result.goals[1].result.reason.find("the saved state"),
            std::string::npos);
  EXPECT_FALSE(result.closed);
  EXPECT_FALSE(result.contradiction.empty());
}

TEST(Shadow, LeavesASoundResultAlone) {
  const model::StepSystem system = make_system(counting(), {2});
  reach::Result result =
      reach::ExplicitEngine().explore(system, {}, {}, nullptr);
  EXPECT_FALSE(result.samples.empty());
  challenge(system, result, {});
  EXPECT_FALSE(result.refutation);
  EXPECT_TRUE(result.closed);
  EXPECT_EQ(result.goals[0].result.status, GoalStatus::covered);
  EXPECT_EQ(result.goals[1].result.status, GoalStatus::unreachable);
}

}  // namespace
}  // namespace catenary::engine::shadow
