// SPDX-License-Identifier: Apache-2.0
/// \file
/// Others who send, simulated along with the system.
#include "exec/adapter/timed_model.h"

#include <gtest/gtest.h>

#include "frontend/xlia/xlia.h"

namespace catenary::exec {
namespace {

using logic::Value;
using ThirdParties = TimedModelOptions::ThirdParties;

/// Waits for somebody's number; says it within 3, or Gone at 10.
constexpr const char* kModel = R"(@xlia< system , 1.0 >:
timed system S {
@composite:
  statemachine M {
  @public:
    port input  Number( int n );
    port output Echo( int n );
    port output Gone;
  @private:
    var int n;
    var clock urational x;
  @region:
    state< start > Wait {
      transition take --> Say {
        input Number( n );
        guard ( n > 0 && x < 9 );
        x := 0;
      }
      transition gone --> Wait {
        guard ( x == 10 );
        output Gone;
        x := 0;
      }
    }
    state Say {
      transition say --> Wait {
        guard ( 1 <= x <= 3 );
        output Echo( n );
        x := 0;
      }
    }
  @com:
    connect< env > { input Number; output Echo; output Gone; }
  }
}
)";

enum Channel : std::uint32_t { kGone, kNumber, kEcho };

class Arranged : public ::testing::Test {
 protected:
  model::TimedAutomaton automaton = frontend::xlia::parse(kModel, "model.xlia");
  suite::Signature signature;
  std::unique_ptr<TimedAdapter> sut;

  void start(ThirdParties others = ThirdParties::arranged) {
    // In another order than the model's: messages are of the signature.
    for (const char* name : {"Gone", "Number", "Echo"}) {
      suite::Channel c;
      c.name = name;
      c.direction = c.name == "Number" ? suite::Direction::input
                                       : suite::Direction::output;
      c.controllable = c.name != "Number";
      if (c.name != "Gone") {
        suite::Signal n;
        n.name = "n";
        n.type = "int";
        c.parameters.push_back(n);
      }
      signature.channels.push_back(c);
    }
    TimedModelOptions options;
    options.third_parties = others;
    sut = make_timed_model(automaton, options);
    ASSERT_EQ(sut->open(signature).outcome, SutOutcome::ok);
    ASSERT_EQ(sut->reset({}).outcome, SutOutcome::ok);
  }
  void expect(const mpq_class& until,
              const mpq_class& at,
              std::uint32_t channel,
              const std::vector<Value>& values) {
    const TimedReply reply = sut->wait(until);
    ASSERT_TRUE(reply.message.has_value()) << reply.reason;
    EXPECT_EQ(reply.message->at, at);
    EXPECT_EQ(reply.message->channel, channel);
    EXPECT_EQ(reply.message->values, values);
    EXPECT_EQ(reply.now, at);
  }
};

TEST_F(Arranged, WhatIsArrangedIsSeenAndReceived) {
  start();
  EXPECT_TRUE(sut->plays_others());
  sut->arrange({mpq_class(5, 2), kNumber, {Value::integer(7)}});
  EXPECT_FALSE(sut->wait(2).message.has_value());
  expect(8, mpq_class(5, 2), kNumber, {Value::integer(7)});
  expect(8, mpq_class(7, 2), kEcho, {Value::integer(7)});
}

TEST_F(Arranged, WhatTheModelDoesNotSpecifyIsSeenAndIgnored) {
  start();
  sut->arrange({2, kNumber, {Value::integer(-1)}});
  expect(8, 2, kNumber, {Value::integer(-1)});
  expect(20, 10, kGone, {});
}

TEST_F(Arranged, WhatTheSystemDoesBeforeMakesItForgotten) {
  start();
  sut->arrange({12, kNumber, {Value::integer(1)}});
  expect(20, 10, kGone, {});
  EXPECT_FALSE(sut->wait(15).message.has_value());
}

TEST_F(Arranged, TheSystemComesFirstAtTheSameTime) {
  start();
  sut->arrange({10, kNumber, {Value::integer(1)}});
  expect(20, 10, kGone, {});
}

TEST_F(Arranged, AResetForgetsIt) {
  start();
  sut->arrange({2, kNumber, {Value::integer(1)}});
  ASSERT_EQ(sut->reset({}).outcome, SutOutcome::ok);
  EXPECT_FALSE(sut->wait(9).message.has_value());
}

TEST_F(Arranged, NobodySendsUnlessAsked) {
  start();
  expect(20, 10, kGone, {});
  expect(30, 20, kGone, {});
}

TEST_F(Arranged, OthersIgnoreTheTester) {
  start(ThirdParties::never);
  EXPECT_FALSE(sut->plays_others());
  sut->arrange({2, kNumber, {Value::integer(1)}});
  expect(20, 10, kGone, {});
}

}  // namespace
}  // namespace catenary::exec
