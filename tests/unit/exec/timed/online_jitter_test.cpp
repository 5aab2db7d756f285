// SPDX-License-Identifier: Apache-2.0
/// \file
/// On-line testing in real time: a failure that the jitter may explain counts
/// where another run fails in the same way.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "exec/timed/online_session.h"
#include "frontend/xlia/xlia.h"

namespace catenary::exec::timed {
namespace {

/// Done is due within 5 of Go, which nobody sends before 1.
constexpr const char* kModel = R"(timed system S {
@composite:
  statemachine M {
  @public:
    port input Go;
    port output Done;
  @private:
    var clock urational c;
  @region:
    state<start> Idle {
      transition go --> Busy {
        input Go;
        guard c >= 1;
        c := 0;
      }
    }
    state Busy {
      transition done --> Idle {
        guard c <= 5;
        output Done;
        c := 0;
      }
    }
  @com:
    connect<env> { input Go; output Done; }
  }
}
)";

/// Answers after another delay in each run; the tester is late by `late`
/// whenever it waits in vain.
class RealTimeSystem final : public exec::TimedAdapter {
 public:
  RealTimeSystem(std::uint32_t done,
                 mpq_class late,
                 std::vector<mpq_class> delays)
      : done_(done), late_(std::move(late)), delays_(std::move(delays)) {}

  exec::SutReply open(const suite::Signature&) override { return {}; }
  exec::SutReply reset(std::chrono::milliseconds) override {
    now_ = 0;
    answer_.reset();
    ++run_;
    return {};
  }
  exec::TimedReply wait(const mpq_class& until) override {
    exec::TimedReply reply;
    if (answer_ && *answer_ <= until) {
      now_ = *answer_;
      answer_.reset();
      reply.message = exec::TimedMessage{now_, done_, {}};
    } else {
      now_ = until + late_;
    }
    reply.now = now_;
    return reply;
  }
  exec::TimedReply send(std::uint32_t,
                        const std::vector<logic::Value>&) override {
    answer_ = now_ + delays_.at(std::min(run_, delays_.size()) - 1);
    exec::TimedReply reply;
    reply.now = now_;
    return reply;
  }
  [[nodiscard]] bool is_real_time() const override { return true; }
  void close() override {}

 private:
  std::uint32_t done_;
  mpq_class late_;
  std::vector<mpq_class> delays_;  ///< the last one for all further runs
  std::optional<mpq_class> answer_;
  mpq_class now_ = 0;
  std::size_t run_ = 0;
};

suite::TestResult tested(const mpq_class& late, std::vector<mpq_class> delays) {
  const model::TimedAutomaton a = frontend::xlia::parse(kModel, "m.xlia");
  const suite::Signature signature =
      engine::symbolic::signature_of(a, {}, "100ms");
  RealTimeSystem sut(*a.find_channel("Done"), late, std::move(delays));
  const base::Budget budget;
  engine::symbolic::Online online(a, {}, budget);
  OnlineOptions options;
  options.max_steps = 20;
  options.time_out = 6;
  OnlineSession session(a, signature, online, sut, options, budget);
  return session.test([](const suite::TestResult&) {});
}

TEST(OnlineJitter, AFailureThatNoOtherRunConfirmsIsInconclusive) {
  const auto r = tested(mpq_class(1, 10), {mpq_class(51, 10), 4});
  EXPECT_EQ(r.verdict, suite::Verdict::inconclusive) << r.reason;
  EXPECT_EQ(r.code, suite::VerdictCode::unresolved);
  EXPECT_NE(r.reason.find("within the measured jitter"), std::string::npos)
      << r.reason;
}

TEST(OnlineJitter, AnotherRunThatFailsInTheSameWayConfirmsIt) {
  const auto r =
      tested(mpq_class(1, 10), {mpq_class(51, 10), mpq_class(51, 10)});
  EXPECT_EQ(r.verdict, suite::Verdict::fail) << r.reason;
  EXPECT_NE(r.reason.find("a second run failed in this way"), std::string::npos)
      << r.reason;
}

TEST(OnlineJitter, WhatTheJitterDoesNotExplainFailsAtOnce) {
  const auto r = tested(mpq_class(1, 100), {mpq_class(11, 2), 4});
  EXPECT_EQ(r.verdict, suite::Verdict::fail) << r.reason;
}

}  // namespace
}  // namespace catenary::exec::timed
