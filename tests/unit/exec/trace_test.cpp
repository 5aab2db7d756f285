// SPDX-License-Identifier: Apache-2.0
/// \file
/// Recorded logs: judged like live systems, refused where they make no sense.
#include "exec/adapter/trace.h"

#include <gtest/gtest.h>

#include "unit/exec/timed_example.h"

namespace catenary::exec {
namespace {

using namespace timed_example;
using suite::TestResult;
using suite::VerdictCode;

TestResult judged(const std::string& log) {
  const auto trace = make_trace(log, "run.log");
  return run_one(*trace);
}

void expect(const std::string& log, Verdict verdict, VerdictCode code) {
  const TestResult r = judged(log);
  EXPECT_EQ(r.verdict, verdict) << log << r.reason;
  EXPECT_EQ(r.code, code) << log << r.reason;
}

const std::string kCoin = "{\"t\":3.5,\"channel\":\"Coin\",\"values\":[4]}\n";

TEST(Trace, Verdicts) {
  expect(kCoin + "{\"t\":\"17/2\",\"channel\":\"Coffee\",\"values\":[8]}\n",
         Verdict::pass,
         VerdictCode::tree_pass);
  expect(kCoin + "{\"t\":8.6,\"channel\":\"Coffee\",\"values\":[8]}\n",
         Verdict::fail,
         VerdictCode::fail_out);
  expect(kCoin + "\n  \n{\"t\":4,\"channel\":\"Light\"}\r\n",
         Verdict::inconclusive,
         VerdictCode::inc_out);
  expect(kCoin + "{\"t\":11.5,\"end\":true}\n",
         Verdict::fail,
         VerdictCode::fail_dur);
  expect(
      "{\"t\":10,\"end\":true}", Verdict::inconclusive, VerdictCode::inc_dur);
}

TEST(Trace, LogsThatEndTooEarlyAreInconclusive) {
  expect("", Verdict::inconclusive, VerdictCode::log_mismatch);
  expect(kCoin, Verdict::inconclusive, VerdictCode::log_mismatch);
  expect(kCoin + "{\"t\":11.4,\"end\":true}\n",
         Verdict::inconclusive,
         VerdictCode::log_mismatch);
}

TEST(Trace, LogsOfOtherTestsAreInconclusive) {
  // Too early, too late, another value, another moment.
  for (const char* log : {"{\"t\":1,\"channel\":\"Coin\",\"values\":[4]}\n",
                          "{\"t\":10,\"channel\":\"Coin\",\"values\":[4]}\n",
                          "{\"t\":3,\"channel\":\"Coin\",\"values\":[6]}\n",
                          "{\"t\":3,\"channel\":\"Coin\",\"values\":[1]}\n"
                          "{\"t\":4,\"channel\":\"Coin\",\"values\":[1]}\n"}) {
    expect(log, Verdict::inconclusive, VerdictCode::log_mismatch);
  }
}

TEST(Trace, WrongLogsNameTheLine) {
  for (const char* line : {
           "nonsense",
           "[]",
           "{\"channel\":\"Coin\",\"values\":[1]}",
           "{\"t\":-1,\"channel\":\"Coin\",\"values\":[1]}",
           "{\"t\":1,\"channel\":\"Coin\",\"values\":[1]}",
           "{\"t\":5,\"channel\":\"Coin\",\"values\":[\"x\"]}",
           "{\"t\":5,\"channel\":\"Coin\",\"values\":[1],\"more\":1}",
           "{\"t\":5,\"channel\":\"Nobody\"}",
           "{\"t\":5,\"end\":false}",
           "{\"t\":5,\"end\":true,\"channel\":\"Light\"}",
           "{\"t\":1e99999999,\"end\":true}",
       }) {
    const TestResult r = judged(kCoin + line + "\n");
    EXPECT_EQ(r.code, VerdictCode::adapter_protocol) << line;
    EXPECT_EQ(r.verdict, Verdict::error);
    EXPECT_NE(r.reason.find("run.log:2"), std::string::npos) << r.reason;
  }
  EXPECT_EQ(judged("{\"t\":5,\"end\":true}\n" + kCoin).code,
            VerdictCode::adapter_protocol);
}

TEST(Trace, WhatWasRecordedReplaysWithTheSameVerdict) {
  for (const Policy policy :
       {Policy::minimal, Policy::latest, Policy::boundary, Policy::random}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      for (Player sut : {machine(mpq_class(7, 3)),
                         machine(2, 3),
                         machine(9),
                         machine(2, 1, kAuth),
                         machine(mpq_class(5, 3), 0, kLight)}) {
        TimedRunOptions options;
        options.policy = policy;
        options.seed = seed;
        const TestResult live = run_one(sut, coffee(), options);
        const TestResult again = judged(write_log(live));
        EXPECT_EQ(again.verdict, live.verdict) << write_log(live);
        EXPECT_EQ(again.code, live.code);
        EXPECT_EQ(again.reason, live.reason);
        EXPECT_EQ(again.events, live.events);
      }
    }
  }
}

}  // namespace
}  // namespace catenary::exec
