// SPDX-License-Identifier: Apache-2.0
/// \file
/// A run that is shared says what an optional run says.

#include "model/step/shared_trace.h"

#include <gtest/gtest.h>

namespace catenary::model {
namespace {

/// A run of so many steps, whose only input counts them.
Trace counted(long long steps) {
  Trace run;
  for (long long i = 0; i < steps; ++i) {
    run.steps.push_back({logic::Value::integer(i)});
  }
  return run;
}

TEST(SharedTrace, IsNoneOrARun) {
  SharedTrace trace;
  EXPECT_FALSE(trace);
  EXPECT_EQ(trace, SharedTrace());
  trace = counted(0);
  EXPECT_TRUE(trace.has_value());
  EXPECT_NE(trace, SharedTrace());
  trace.reset();
  EXPECT_FALSE(trace.has_value());
}

TEST(SharedTrace, CopiesShareTheRunAndKeepItWhenOneIsChanged) {
  SharedTrace trace = counted(3);
  const SharedTrace copy = trace;
  EXPECT_EQ(&*copy, &*trace);
  trace = counted(4);
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->steps.size(), 3U);
  EXPECT_EQ((*trace).steps.size(), 4U);
}

TEST(SharedTrace, IsEqualToARunWithTheSameInputs) {
  EXPECT_EQ(SharedTrace(counted(3)), SharedTrace(counted(3)));
  EXPECT_NE(SharedTrace(counted(3)), SharedTrace(counted(4)));
  Trace initial = counted(3);
  initial.initial.push_back(logic::Value::integer(1LL));
  EXPECT_NE(SharedTrace(counted(3)), SharedTrace(initial));
}

}  // namespace
}  // namespace catenary::model
