// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of a step system as messages between forked processes.
#include "model/step/wire.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace catenary::model {
namespace {

using logic::Value;

Variable variable(const char* name, ScalarType type) {
  Variable v;
  v.name = name;
  v.type = type;
  return v;
}

StepSystem small_system() {
  StepSystem s;
  s.initial = {variable("start", ScalarType::int8)};
  s.inputs = {variable("on", ScalarType::boolean),
              variable("speed", ScalarType::float64)};
  s.outputs = {variable("sum", ScalarType::uint64)};
  return s;
}

template <typename Run>
std::string message(const StepSystem& system, const Run& run) {
  base::WireWriter to;
  write(to, system, run);
  return to.bytes();
}

/// Reads a run, and checks that a message that was torn is an error.
template <typename Run>
Run read_whole(const StepSystem& system, const std::string& bytes) {
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    base::WireReader torn(std::string_view(bytes).substr(0, size));
    Run run;
    EXPECT_THROW(read(torn, system, run), base::WireError) << size;
  }
  base::WireReader from(bytes);
  Run run;
  read(from, system, run);
  EXPECT_TRUE(from.at_end());
  return run;
}

TEST(StepWire, TracesSurvive) {
  const StepSystem system = small_system();
  const Trace trace{{Value::integer(-7)},
                    {{Value::boolean(true), Value::float64(0.5)},
                     {Value::boolean(false), Value::float64(-1)}}};
  const auto other = read_whole<Trace>(system, message(system, trace));
  EXPECT_EQ(other.initial, trace.initial);
  EXPECT_EQ(other.steps, trace.steps);
}

TEST(StepWire, StepsWithoutInputsAreCounted) {
  const StepSystem system;
  const Trace trace{{}, {{}, {}, {}}};
  EXPECT_EQ(read_whole<Trace>(system, message(system, trace)).steps.size(), 3U);
}

TEST(StepWire, ATraceOfAnotherSystemIsADefect) {
  const StepSystem system = small_system();
  EXPECT_THROW(message(system, Trace{{}, {}}), base::InternalError);
}

TEST(StepWire, SimulationsSurvive) {
  const StepSystem system = small_system();
  Simulation run;
  run.initial.hits = {1, 4};
  run.initial.outputs = {Value::integer(3)};
  SimulatedStep crash;
  crash.outcome = StepOutcome::crashed;
  crash.called = {0, 2};
  crash.event = {"division by zero", {"a.c", 7, 9}};
  run.steps = {run.initial, crash};
  run.ends_final = true;
  const auto other = read_whole<Simulation>(system, message(system, run));
  EXPECT_EQ(other.initial.hits, run.initial.hits);
  EXPECT_EQ(other.initial.outputs, run.initial.outputs);
  ASSERT_EQ(other.steps.size(), 2U);
  EXPECT_EQ(other.steps[0].outcome, StepOutcome::running);
  EXPECT_EQ(other.steps[1].outcome, StepOutcome::crashed);
  EXPECT_TRUE(other.steps[1].outputs.empty());
  EXPECT_EQ(other.steps[1].called, crash.called);
  EXPECT_EQ(other.steps[1].event.text, crash.event.text);
  EXPECT_EQ(other.steps[1].event.where, crash.event.where);
  EXPECT_TRUE(other.ends_final);
}

}  // namespace
}  // namespace catenary::model
