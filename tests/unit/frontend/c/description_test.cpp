// SPDX-License-Identifier: Apache-2.0
/// \file
/// Description files: every key, and every fault with its place.
#include "frontend/c/description.h"

#include <gtest/gtest.h>

#include "unit/frontend/c/fault.h"

namespace catenary::frontend::c {
namespace {

Description parse(const std::string& text) {
  return parse_description(text, "dir/m.toml");
}

std::string fault(const std::string& text) {
  return test::fault_of([&] { (void)parse(text); });
}

std::string place(const Code& code) {
  return code.where.to_string() + " " + code.text;
}

constexpr const char* kEverything = R"([program]
sources = ["a.c", "b.c"]
flags = ["-Iinclude", "-DX=1"]
redefine = { LIMIT = "400" }
rename_main = true
declare = "static int i;"
init = "init();"
step = """
step(i);"""
assume = ["i != 0", "i < 9"]
final = 's == 0'

[inputs]
"z" = { range = [1, 5], unit = "km/h", names = { high = 5, low = 1 } }
"a.b[0]" = { range = [-0.5, 2] }
"whole" = {}

[outputs]
"s" = { names = { OFF = 0 }, unit = "A" }

[parameters]
"gain" = { range = [3, 3] }

[initial]
"mode" = { range = [0, 1] }

[[invariant]]
when = "s <= 2"

[[property]]
id = "p1"
text = "holds"
requirements = ["R-1", "R-2"]
when = ["s == 1", "i == 2"]
then = "s == 2"

[[property]]
id = "p2"
when = "s == 3"

[coverage]
criteria = ["branch", "assert"]
unroll = 12

[time]
step_ms = 10
reset_ms = 2500.5
)";

TEST(Description, ProgramKeysAreRead) {
  const Description d = parse(kEverything);
  EXPECT_EQ(d.path, "dir/m.toml");
  EXPECT_EQ(d.directory, "dir");
  ASSERT_EQ(d.sources.size(), 2U);
  EXPECT_EQ(place(d.sources[1]), "dir/m.toml:2:20 b.c");
  EXPECT_EQ(d.flags, (std::vector<std::string>{"-Iinclude", "-DX=1"}));
  EXPECT_EQ(d.redefine.at("LIMIT"), "400");
  EXPECT_EQ(d.redefine_where.to_string(), "dir/m.toml:4:12");
  EXPECT_TRUE(d.rename_main);
  EXPECT_EQ(place(d.declare.value()), "dir/m.toml:6:12 static int i;");
  EXPECT_EQ(place(d.init.value()), "dir/m.toml:7:9 init();");
  // The newline behind the quotes is no part of the string.
  EXPECT_EQ(place(d.step.value()), "dir/m.toml:9:1 step(i);");
  ASSERT_EQ(d.assume.size(), 2U);
  EXPECT_EQ(place(d.assume[1]), "dir/m.toml:10:22 i < 9");
  EXPECT_EQ(place(d.final_state.value()), "dir/m.toml:11:10 s == 0");
  EXPECT_EQ(d.step_ms, 10);
  EXPECT_EQ(d.reset_ms, 2500.5);
  EXPECT_TRUE(d.has_coverage);
  EXPECT_EQ(d.criteria, (std::vector<std::string>{"branch", "assert"}));
  EXPECT_EQ(d.coverage_where.to_string(), "dir/m.toml:42:12");
  EXPECT_EQ(d.unroll, 12U);
}

TEST(Description, VariablesKeepTheOrderOfTheFile) {
  const Description d = parse(kEverything);
  ASSERT_EQ(d.inputs.size(), 3U);
  EXPECT_EQ(place(d.inputs[0].lvalue), "dir/m.toml:14:2 z");
  EXPECT_EQ(place(d.inputs[1].lvalue), "dir/m.toml:15:2 a.b[0]");
  EXPECT_EQ(d.inputs[2].lvalue.text, "whole");
  EXPECT_EQ(d.inputs[0].unit, "km/h");
  EXPECT_EQ(d.inputs[0].lo->text, "1");
  EXPECT_TRUE(d.inputs[0].lo->is_integer);
  EXPECT_EQ(d.inputs[0].range_where.to_string(), "dir/m.toml:14:17");
  const std::vector<std::pair<std::string, std::int64_t>> names = {{"low", 1},
                                                                   {"high", 5}};
  EXPECT_EQ(d.inputs[0].names, names) << "sorted by value";
  EXPECT_EQ(d.inputs[1].lo->text, "-0.5");
  EXPECT_FALSE(d.inputs[1].lo->is_integer);
  EXPECT_TRUE(d.inputs[1].hi->is_integer);
  EXPECT_FALSE(d.inputs[2].lo.has_value());
  ASSERT_EQ(d.outputs.size(), 1U);
  EXPECT_EQ(d.outputs[0].unit, "A");
  EXPECT_EQ(d.parameters.at(0).lvalue.text, "gain");
  EXPECT_EQ(d.initial.at(0).hi->text, "1");
}

TEST(Description, PropertiesAreReadWithTheirPlaces) {
  const Description d = parse(kEverything);
  ASSERT_EQ(d.properties.size(), 2U);
  const PropertyDescription& p = d.properties[0];
  EXPECT_EQ(p.id, "p1");
  EXPECT_EQ(p.text, "holds");
  EXPECT_EQ(p.requirements, (std::vector<std::string>{"R-1", "R-2"}));
  ASSERT_EQ(p.when.size(), 2U);
  EXPECT_EQ(place(p.when[1]), "dir/m.toml:34:20 i == 2");
  EXPECT_EQ(place(p.then.value()), "dir/m.toml:35:9 s == 2");
  EXPECT_EQ(p.where.line, 30U);
  EXPECT_EQ(d.properties[1].when.size(), 1U);
  EXPECT_FALSE(d.properties[1].then.has_value());
  ASSERT_EQ(d.invariants.size(), 1U);
  EXPECT_EQ(place(d.invariants[0].when), "dir/m.toml:28:9 s <= 2");
}

TEST(Description, OnlySourcesAreNeeded) {
  const Description d = parse("[program]\nsources = \"a.c\"\n");
  ASSERT_EQ(d.sources.size(), 1U);
  EXPECT_FALSE(d.step.has_value());
  EXPECT_FALSE(d.has_coverage);
  EXPECT_EQ(d.unroll, 64U);
  EXPECT_EQ(
      parse_description("[program]\nsources = [\"a\"]", "m.toml").directory,
      "");
}

struct Case {
  const char* name;
  std::string text;
  std::string says;
};

class Faults : public testing::TestWithParam<Case> {};

TEST_P(Faults, HaveAPlaceAndSayWhatWasExpected) {
  EXPECT_EQ(fault(GetParam().text), "dir/m.toml:" + GetParam().says);
}

/// Behind a good [program] of two lines.
std::string after(const std::string& text) {
  return "[program]\nsources = [\"a.c\"]\n" + text;
}

const std::vector<Case>& faults() {
  static const std::vector<Case> all = {
      {"NoProgram",
       "[inputs]\n",
       "1:1: no [program] section; expected one with 'sources', 'step' and "
       "perhaps 'init' [toml-missing-key]"},
      {"Empty",
       "",
       "1:1: no [program] section; expected one with 'sources', 'step' and "
       "perhaps 'init' [toml-missing-key]"},
      {"UnknownSection",
       after("[input]\n"),
       "3:2: unknown key 'input' in the description; did you mean 'inputs'? "
       "[toml-unknown-key]"},
      {"UnknownSectionLikeNoOther",
       after("[zzzzzzzzz]\n"),
       "3:2: unknown key 'zzzzzzzzz' in the description; expected one of "
       "program, inputs, outputs, parameters, initial, interrupts, tasks, "
       "invariant, property, coverage, time [toml-unknown-key]"},
      {"UnknownKeyOfProgram",
       after("  stpe = \"x\"\n"),
       "3:3: unknown key 'stpe' in [program]; did you mean 'step'? "
       "[toml-unknown-key]"},
      {"NoSources",
       "[program]\nstep = \"s();\"\n",
       "1:1: [program] has no 'sources'; expected sources = [\"file.c\"] "
       "[toml-missing-key]"},
      {"EmptySources",
       "[program]\nsources = []\n",
       "2:11: 'sources' is empty [toml-missing-key]"},
      {"SourcesAreNoText",
       "[program]\nsources = [1]\n",
       "2:12: sources must be a string [toml-type]"},
      {"SourcesAreANumber",
       "[program]\nsources = 3\n",
       "2:11: sources must be a string or an array of strings [toml-type]"},
      {"ProgramIsNoTable",
       "program = 3\n",
       "1:11: [program] must be a table [toml-type]"},
      {"FlagsAreNoArray",
       after("flags = \"-I.\"\n"),
       "3:9: flags must be an array of strings [toml-type]"},
      {"CompileCommands",
       after("compile_commands = [\"c.json\"]\n"),
       "3:20: compile_commands must be a string [toml-type]"},
      {"RedefineIsNoTable",
       after("redefine = \"X\"\n"),
       "3:12: redefine must be a table [toml-type]"},
      {"RedefinitionIsNoText",
       after("redefine = { X = 4 }\n"),
       "3:18: a redefinition must be a string [toml-type]"},
      {"RenameMainIsNoBoolean",
       after("rename_main = 1\n"),
       "3:15: rename_main must be true or false [toml-type]"},
      {"StepIsNoText",
       after("step = [\"s();\"]\n"),
       "3:8: step must be a string [toml-type]"},
      {"AssumeIsNoText",
       after("assume = { }\n"),
       "3:10: assume must be a string or an array of strings [toml-type]"},
      {"InputIsNoTable",
       after("[inputs]\n\"x\" = 3\n"),
       "4:7: 'x' in [inputs] must be a table [toml-type]"},
      {"UnknownKeyOfInput",
       after("[inputs]\n\"x\" = { rnage = [1, 2] }\n"),
       "4:9: unknown key 'rnage' in 'x'; did you mean 'range'? "
       "[toml-unknown-key]"},
      {"OutputsHaveNoRange",
       after("[outputs]\n\"x\" = { range = [1, 2] }\n"),
       "4:9: unknown key 'range' in 'x'; expected one of names, unit "
       "[toml-unknown-key]"},
      {"RangeOfThree",
       after("[inputs]\n\"x\" = { range = [1, 2, 3] }\n"),
       "4:17: a range is [lowest, highest] [toml-type]"},
      {"RangeOfTexts",
       after("[inputs]\n\"x\" = { range = [1, \"2\"] }\n"),
       "4:21: a range bound must be a finite number [toml-type]"},
      {"RangeToInfinity",
       after("[inputs]\n\"x\" = { range = [1, inf] }\n"),
       "4:21: a range bound must be a finite number [toml-type]"},
      {"RangeFromNoNumber",
       after("[inputs]\n\"x\" = { range = [nan, 1] }\n"),
       "4:18: a range bound must be a finite number [toml-type]"},
      {"NoUnroll",
       after("[coverage]\nunroll = 0\n"),
       "4:10: unroll must be at least 1 [toml-type]"},
      {"HugeUnroll",
       after("[coverage]\nunroll = 99999999999\n"),
       "4:10: unroll must be at most 1000000 [toml-type]"},
      {"NameOfNoInteger",
       after("[inputs]\n\"x\" = { names = { a = 1.5 } }\n"),
       "4:23: a named value must be an integer [toml-type]"},
      {"TwoNamesForAValue",
       after("[inputs]\n\"x\" = { names = { a = 1, b = 1 } }\n"),
       "4:17: 'a' and 'b' name the same value [toml-names]"},
      {"UnitIsNoText",
       after("[inputs]\n\"x\" = { unit = 1 }\n"),
       "4:16: unit must be a string [toml-type]"},
      {"PropertyIsNoArray",
       after("[property]\nid = \"p\"\n"),
       "3:1: properties are written [[property]] [toml-type]"},
      {"PropertyWithoutId",
       after("[[property]]\nwhen = \"1\"\n"),
       "3:1: a property needs an 'id' [toml-missing-key]"},
      {"PropertyWithEmptyId",
       after("[[property]]\nid = \"\"\nwhen = \"1\"\n"),
       "4:6: a property's id is empty [toml-missing-key]"},
      {"PropertyWithoutWhen",
       after("[[property]]\nid = \"p\"\n"),
       "3:1: property 'p' has no 'when' [toml-missing-key]"},
      {"PropertyWithEmptyWhen",
       after("[[property]]\nid = \"p\"\nwhen = []\n"),
       "5:8: 'when' is empty [toml-missing-key]"},
      {"PropertyTwice",
       after(
           "[[property]]\nid = \"p\"\nwhen = \"1\"\n[[property]]\nid = \"p\"\n"
           "when = \"1\"\n"),
       "7:6: a property 'p' was defined before [duplicate-id]"},
      {"UnknownKeyOfProperty",
       after("[[property]]\nid = \"p\"\nwehn = \"1\"\n"),
       "5:1: unknown key 'wehn' in [[property]]; did you mean 'when'? "
       "[toml-unknown-key]"},
      {"RequirementsAreNoArray",
       after("[[property]]\nid = \"p\"\nwhen = \"1\"\nrequirements = \"R\"\n"),
       "6:16: requirements must be an array of strings [toml-type]"},
      {"InvariantIsNoArray",
       after("[invariant]\nwhen = \"1\"\n"),
       "3:1: invariants are written [[invariant]] [toml-type]"},
      {"InvariantWithoutWhen",
       after("[[invariant]]\n"),
       "3:1: an invariant needs 'when' [toml-missing-key]"},
      {"UnknownKeyOfInvariant",
       after("[[invariant]]\nid = \"i\"\n"),
       "4:1: unknown key 'id' in [[invariant]]; expected one of when "
       "[toml-unknown-key]"},
      {"CriteriaAreNoArray",
       after("[coverage]\ncriteria = \"branch\"\n"),
       "4:12: criteria must be an array of strings [toml-type]"},
      {"NegativeUnroll",
       after("[coverage]\nunroll = -1\n"),
       "4:10: unroll must be a number that is not negative [toml-type]"},
      {"UnknownKeyOfTime",
       after("[time]\nstep = 1\n"),
       "4:1: unknown key 'step' in [time]; expected one of step_ms, "
       "reset_ms "
       "[toml-unknown-key]"},
      {"TimeIsNoNumber",
       after("[time]\nstep_ms = \"1\"\n"),
       "4:11: step_ms must be a number that is not negative [toml-type]"},
  };
  return all;
}

INSTANTIATE_TEST_SUITE_P(Description,
                         Faults,
                         testing::ValuesIn(faults()),
                         [](const auto& test) { return test.param.name; });

TEST(Description, SyntaxErrorsHaveThePlaceOfTheParser) {
  EXPECT_EQ(fault("[program\n").substr(0, 15), "dir/m.toml:1:9:");
  EXPECT_NE(fault("[program]\nsources = [\"a.c\"]\nsources = []\n")
                .find("dir/m.toml:3:11: "),
            std::string::npos);
  EXPECT_NE(fault("\xff\xfe").find("[toml-syntax]"), std::string::npos);
}

}  // namespace
}  // namespace catenary::frontend::c
