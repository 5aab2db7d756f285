// SPDX-License-Identifier: Apache-2.0
// Stubs in C for functions without source: what they return, write and record.
#include "frontend/c/environment/stubs.h"

#include <gtest/gtest.h>

#include "frontend/c/environment/located.h"
#include "frontend/c/wiring_names.h"
#include "program/instrument/stub_notes.h"
#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

using model::ScalarType;
using program::MissingFunction;
using Kind = program::TypeShape::Kind;

MissingFunction::Value number(const std::string& name,
                              const std::string& type,
                              ScalarType scalar) {
  MissingFunction::Value v;
  v.name = name;
  v.type.kind = Kind::scalar;
  v.type.name = type;
  v.scalar = scalar;
  return v;
}

MissingFunction::Value pointer_to(const MissingFunction::Value& target) {
  MissingFunction::Value v = target;
  v.type.kind = Kind::pointer;
  v.type.target = Kind::scalar;
  return v;
}

MissingFunction function(const std::string& name) {
  MissingFunction f;
  f.name = name;
  f.result.type.kind = Kind::nothing;
  return f;
}

TEST(Stubs, AFunctionWithAResultIsAnInput) {
  MissingFunction f = function("read_pin");
  f.result = number("", "uint16_t", ScalarType::uint16);
  f.parameters = {number("pin", "int", ScalarType::int32)};
  const StubText text = write_stubs({{f}, {}});
  EXPECT_EQ(text.definitions,
            "extern uint16_t nondet_ustub_read_pin(void);\n"
            "uint16_t catenary_stub_read_pin(int catenary_1) "
            "__asm__(\"read_pin\");\n"
            "uint16_t catenary_stub_read_pin(int catenary_1) {\n"
            "  return nondet_ustub_read_pin();\n"
            "}\n");
  EXPECT_TRUE(text.outputs.empty());
  ASSERT_EQ(text.notes.size(), 1U);
  EXPECT_EQ(text.notes[0].message,
            "'read_pin' has no source: its result is an input of the test, and "
            "it is taken to change nothing that the code sees");
  EXPECT_EQ(text.notes[0].code, program::kStubCode);
}

// The names of outputs are those of the prototype, or the number.
TEST(Stubs, AFunctionWithoutResultIsRecorded) {
  MissingFunction f = function("set_pin");
  f.parameters = {number("pin", "int", ScalarType::int32),
                  number("", "float", ScalarType::float32)};
  const StubText text = write_stubs({{f}, {}});
  std::string names;
  for (const VariableDescription& v : text.outputs) names += v.shown() + " ";
  EXPECT_EQ(names, "set_pin.calls set_pin.pin set_pin.2 ");
  EXPECT_EQ(text.before_step,
            "  catenary_calls_set_pin = 0;\n"
            "  catenary_given_set_pin_1 = 0;\n"
            "  catenary_given_set_pin_2 = 0;\n");
}

// A pointer to a number gets a number; one to a constant is only read.
TEST(Stubs, PointersToNumbersAreWrittenThrough) {
  MissingFunction f = function("measure");
  f.parameters = {pointer_to(number("value", "short", ScalarType::int16)),
                  pointer_to(number("setting", "int", ScalarType::int32))};
  f.parameters[1].type.is_const = true;
  const StubText text = write_stubs({{f}, {}});
  EXPECT_NE(text.definitions.find("  if (catenary_1) *(short *)catenary_1 = "
                                  "nondet_stub_measure__value();\n"),
            std::string::npos)
      << text.definitions;
  EXPECT_EQ(text.definitions.find("catenary_2 ="), std::string::npos);
  EXPECT_TRUE(
      text.notes[0].message.ends_with("given as the first number of 'value'"))
      << text.notes[0].message;
}

// The next parameter says how many; more than 16 are not modelled.
TEST(Stubs, BuffersAreFilledAsFarAsTheirLength) {
  MissingFunction f = function("receive");
  f.parameters = {
      pointer_to(number("data", "unsigned char", ScalarType::uint8)),
      number("length", "int", ScalarType::int32)};
  const auto writes = [&f] {
    const std::string text = write_stubs({{f}, {}}).definitions;
    std::size_t n = 0;
    for (std::size_t at = text.find("] = "); at != std::string::npos;
         at = text.find("] = ", at + 1)) {
      ++n;
    }
    return n;
  };
  EXPECT_EQ(writes(), 16U);
  f.parameters[1].largest = 2;
  EXPECT_EQ(writes(), 2U);
  EXPECT_NE(write_stubs({{f}, {}}).definitions.find(
                "catenary_2 > 2) __catenary_unsupported("),
            std::string::npos);
}

// Of numbers wider than a byte, a size may be that of one or of all.
TEST(Stubs, LengthsThatAreUnclearEndTheRun) {
  MissingFunction f = function("receive");
  f.parameters = {pointer_to(number("data", "int", ScalarType::int32)),
                  number("size", "int", ScalarType::int32)};
  EXPECT_NE(write_stubs({{f}, {}}).definitions.find(
                "catenary_2 > 0) __catenary_unsupported("),
            std::string::npos);
  f.parameters[1].name = "bytes";
  EXPECT_NE(write_stubs({{f}, {}}).definitions.find(
                "catenary_2 / sizeof(int) > 15) ((int *)catenary_1)[15] ="),
            std::string::npos);
}

// A number that is only read comes from outside; other variables remember.
TEST(Stubs, VariablesWithoutSourceAreDefined) {
  const StubText text =
      write_stubs({{}, {{"limit", {}, true}, {"orders", {}, false}}});
  EXPECT_EQ(text.definitions,
            "__typeof__(limit) limit;\n__typeof__(orders) orders;\n");
  ASSERT_EQ(text.inputs.size(), 1U);
  EXPECT_EQ(text.inputs[0].shown(), "limit");
  EXPECT_EQ(text.notes[1].message,
            "'orders' has no source: it begins as 0, and it is taken to change "
            "only as the code says");
}

// MATIEC declares pointers to the inputs and outputs of a PLC, which its
// run-time system sets.
TEST(Stubs, LocatedVariablesOfAPlcAreInputsAndOutputs) {
  const StubText text = write_stubs({{},
                                     {{"__IX0_1", {}, false, true},
                                      {"__QW2", {}, false, true},
                                      {"__MD3", {}, false, true}}});
  EXPECT_NE(text.definitions.find(
                "static _Bool catenary_at___IX0_1;\n"
                "void *catenary_pointer___IX0_1 __asm__(\"__IX0_1\") = "
                "&catenary_at___IX0_1;\n"),
            std::string::npos);
  ASSERT_EQ(text.inputs.size(), 1U);
  EXPECT_EQ(text.inputs[0].shown(), "__IX0_1");
  ASSERT_EQ(text.outputs.size(), 1U);
  EXPECT_EQ(text.outputs[0].shown(), "__QW2");
  EXPECT_EQ(text.notes[2].message,
            "'__MD3' has no source: what it points to begins as 0, and is "
            "taken to change only as the code says");
}

TEST(Stubs, LocatedVariablesAreKnownByTheirNames) {
  EXPECT_EQ(program::located_direction("__IX0_1"), 'I');
  EXPECT_EQ(program::located_direction("__QW12"), 'Q');
  for (const char* other : {"__IX", "_IX0", "__IF0", "__IX0_a", "__X0"}) {
    EXPECT_EQ(program::located_direction(other), 0) << other;
  }
}

// %QX0.0 is bit 0 of %QB0; a variable for each would be two that are
// independent.
TEST(Stubs, LocatedVariablesThatOverlapAreRefused) {
  const auto fault = [](const char* a, const char* b) {
    return test::fault_of([&] {
      (void)write_stubs(
          {{}, {{a, {}, false, true}, {b, {"p.c", 3, 1}, false, true}}});
    });
  };
  EXPECT_EQ(fault("__QB0", "__QX0_0"),
            "p.c:3:1: '__QB0' and '__QX0_0' may share memory of the PLC, and "
            "no source says how; expected definitions of these pointers "
            "among the sources [located-overlap]");
  EXPECT_EQ(fault("__QX0_0", "__QX0_1"), "");
}

TEST(Stubs, AddressesOfLocatedVariablesCountBySize) {
  EXPECT_TRUE(may_overlap("__MW1", "__MB2"));
  EXPECT_TRUE(may_overlap("__MB3", "__MW1"));
  EXPECT_FALSE(may_overlap("__MW1", "__MB4"));
  EXPECT_FALSE(may_overlap("__MW1", "__MB1"));
  EXPECT_TRUE(may_overlap("__MD1", "__MX7_7"));
  EXPECT_FALSE(may_overlap("__MD1", "__MX8_0"));
  EXPECT_TRUE(may_overlap("__ML0", "__MD1"));
  EXPECT_TRUE(may_overlap("__QX9", "__QX1_1"));
  EXPECT_FALSE(may_overlap("__QB0", "__MB0"));
}

// What several levels mean is up to the PLC.
TEST(Stubs, AddressesWithLevelsMayOverlapThoseOfAnotherShape) {
  EXPECT_FALSE(may_overlap("__QW2_5", "__QW2_6"));
  EXPECT_TRUE(may_overlap("__QW2_5", "__QW02_5"));
  EXPECT_TRUE(may_overlap("__QW2_5", "__QX0_0"));
  EXPECT_TRUE(may_overlap("__QW2_5", "__QW7"));
}

TEST(Lengths, AreKnownByTheirNames) {
  EXPECT_EQ(length_name("rxBytes"), LengthName::bytes);
  EXPECT_EQ(length_name("itemCount"), LengthName::elements);
  EXPECT_EQ(length_name("n"), LengthName::elements);
  EXPECT_EQ(length_name("buf_len"), LengthName::either);
  EXPECT_EQ(length_name("SIZE"), LengthName::either);
  EXPECT_EQ(length_name("channel"), LengthName::none);
}

// What returns a pointer has no stub in C: program/ ends runs that call it.
TEST(Stubs, ResultsThatAreNoNumbersAreLeftToTheProgram) {
  MissingFunction f = function("get_device");
  f.result.type.kind = Kind::pointer;
  const StubText text = write_stubs({{f}, {}});
  EXPECT_EQ(text.definitions, "int __catenary_stubs;\n");
  EXPECT_TRUE(text.notes.empty());
}

}  // namespace
}  // namespace catenary::frontend::c
