// SPDX-License-Identifier: Apache-2.0
#include "frontend/contract/fret/fret.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text_file.h"
#include "sample.h"
#include "unit/published_data.h"

namespace catenary::frontend::contract::test {
namespace {

/// The formula as a .req expression, or the errors.
std::string formula(const std::string& text) {
  Problems problems("f.json", "req");
  const auto e = fret_formula(text, {1, 1}, problems);
  if (!e) {
    try {
      problems.throw_errors();
    } catch (const base::InputError& error) {
      return shown(error.diagnostics().at(0));
    }
    return "no error";
  }
  FileSyntax file;
  file.definitions.push_back({{"d", {}}, {}, *e});
  file.items.push_back({Item::Kind::definition, 0, {}});
  file.name.text = "a";
  const std::string all = write(file);
  return all.substr(std::string("interface a\ndef d = ").size());
}

TEST(FretFormula, IsTranslated) {
  EXPECT_EQ(formula("(H ((a & (Z (! a))) -> b))"),
            "(historically((a' and (pre(not a', true))) => b'))\n");
  EXPECT_EQ(formula("(Y p) | O q"), "(pre(p')) or once(q')\n");
  EXPECT_EQ(formula("p S q & r"), "since(p', q') and r'\n");
  EXPECT_EQ(formula("p T q"), "not since(not p', not q')\n");
  EXPECT_EQ(formula("FTP -> x = 3 + -2"), "pre(false, true) => x' = 3 + -2\n");
  EXPECT_EQ(formula("a <-> (b xor c)"), "a' <=> (b' != c')\n");
}

TEST(FretFormula, CountsSteps) {
  EXPECT_EQ(formula("O[0,3] p"), "once(p', 3)\n");
  EXPECT_EQ(formula("H[<=3] p"), "historically(p', 3)\n");
  EXPECT_EQ(formula("O[2,3] p"), "pre(pre(once(p', 1)))\n");
  // As FRET writes the durations of "after n steps".
  EXPECT_EQ(formula("O[=1+1] p"), "pre(pre(once(p', 0)))\n");
  EXPECT_EQ(formula("O[<3 + 1] p"), "once(p', 3)\n");
  // FRET writes so for a duration of 0: the interval has no step.
  EXPECT_EQ(formula("O[<0] p"), "false\n");
  EXPECT_EQ(formula("H[<0] p"), "true\n");
  EXPECT_EQ(formula("p S[<0] q"), "false\n");
  EXPECT_EQ(formula("H[=1] p"), "pre(historically(p', 0), true)\n");
  EXPECT_EQ(formula("(p S[1,4] q)"),
            "(historically(p', 0) and pre(since(p', q', 3)))\n");
}

TEST(FretFormula, RefusesTheRest) {
  EXPECT_EQ(formula("(a & b"), "1:7: expected ')' [fret-formula]\n");
  EXPECT_EQ(formula("a b"),
            "1:3: expected the end of the formula [fret-formula]\n");
  EXPECT_EQ(formula("f(a"),
            "1:4: expected ')' behind the arguments of a function "
            "[fret-formula]\n");
  EXPECT_EQ(formula("O[<=1+99999999] p"), "once(p', 100000000)\n");
  EXPECT_EQ(formula("O[<=99999999+2] p"),
            "1:15: expected at most 100000000 steps [fret-formula]\n");
  EXPECT_EQ(formula("O[3,1] a"),
            "1:7: this interval is empty [fret-formula]\n");
  EXPECT_EQ(formula("H a = b"),
            "1:6: a comparison behind an operator such as 'H' can be read in "
            "two ways: expected parentheses [fret-formula]\n");
  EXPECT_NE(formula(std::string(5000, '(')).find("deep"), std::string::npos);
}

std::string project(const std::string& requirement,
                    const std::string& variables) {
  return R"({"requirements": [{"reqid": "R 1", "project": "P", "fulltext": "t",
 "rationale": "why\nso", "semantics": )" +
         requirement + "}],\n \"variables\": [" + variables + "]}";
}

constexpr const char* kVariables =
    R"({"variable_name": "in", "idType": "Input", "dataType": "boolean"},
 {"variable_name": "out", "idType": "Output", "dataType": "integer"},
 {"variable_name": "then", "idType": "Internal", "dataType": "double"},
 {"variable_name": "port", "modeldoc": true, "dataType": ["boolean"]})";

TEST(Fret, BecomesAReqFile) {
  const std::string text = project(
      R"j({"component_name": "C x", "ptExpanded": "(H (in -> (out > 0)))"})j",
      kVariables);
  EXPECT_EQ(write(read(text, "p.json")),
            "interface P\n"
            "input in : bool\n"
            "output out : int -2147483648..2147483647\n"
            "hidden then_ : real\n"
            "\n"
            "view C_x \"C x\"\n"
            "  -- why\n"
            "  -- so\n"
            "  req R_1 \"t\" from \"R 1\"\n"
            "    always: when in' then out' > 0\n");
}

/// The first error of an export.
std::string fault(const std::string& text) {
  try {
    (void)parse(text, "p.json");
  } catch (const base::InputError& e) {
    return shown(e.diagnostics().at(0));
  }
  return "";
}

TEST(Fret, WhatIsNoneOrTruncatedIsRefused) {
  EXPECT_EQ(fault("[{\"id\": \"a\"}]"),
            "1:2: this is no file of FRET: expected requirements with 'reqid', "
            "or an 'RTSASpec' [fret-version]\n");
  EXPECT_EQ(fault("{\"fulltext\": \"it shall\"}"),
            "1:1: this is no file of FRET: expected requirements with 'reqid', "
            "or an 'RTSASpec' [fret-version]\n");
  EXPECT_EQ(fault(" {\"requirements\": []}"),
            "1:1: this has no requirements [fret-empty]\n");
  EXPECT_EQ(fault(project(R"({"ft": "G a"})", kVariables)),
            "1:29: requirement 'R 1' is left out: FRET exported no formula "
            "('ptExpanded') for it [fret-left-out]\n");
  const std::string whole =
      project(R"j({"ptExpanded": "(H in)"})j", kVariables);
  EXPECT_EQ(fault(whole), "");
  for (std::size_t n = 1; n < whole.size(); ++n) {
    EXPECT_NE(fault(whole.substr(0, n)), "") << n;
  }
}

TEST(Fret, FaultsHavePlaces) {
  EXPECT_EQ(fault(project(R"j({"ptExpanded": "(H (in)"})j", kVariables)),
            "2:62: requirement 'R 1' is left out: expected ')' "
            "[fret-left-out]\n");
  EXPECT_EQ(fault(project(R"j({"ptExpanded": "(H (v & in))"})j",
                          R"({"variable_name": "v", "idType": "Function",
 "dataType": "boolean"}, {"variable_name": "in", "idType": "Input"})")),
            "3:16: requirement 'R 1' is left out: it uses 'v', which is of the "
            "kind 'Function'; expected the idType Input, Output or Internal "
            "[fret-left-out]\n");
  EXPECT_EQ(fault(project(R"j({"ptExpanded": "(H (in & in < 3))"})j", "")),
            "2:55: requirement 'R 1' is left out: it uses something both as a "
            "truth value and as a number [fret-left-out]\n");
}

// One would stand for the other.
TEST(Fret, NamesThatWouldBecomeTheSameAreRefused) {
  const auto pair = [](const std::string& a, const std::string& b) {
    std::string out;
    for (const std::string& name : {a, b}) {
      out += (out.empty() ? "" : ", ") + ("{\"variable_name\": \"" + name) +
             R"(", "idType": "Output", "dataType": "boolean"})";
    }
    return fault(project(R"j({"ptExpanded": "(H a_b)"})j", out));
  };
  EXPECT_NE(pair("a.b", "a_b")
                .find("it uses 'a.b', which would have the same "
                      "name as 'a_b'"),
            std::string::npos);
  EXPECT_EQ(pair("a_b", "a_b"), "");
}

/// A database of FRET 1: no variables, and what the user wrote in tags.
constexpr const char* kDatabase = R"j([
{"reqid": "A-1", "project": "P", "fulltext": "", "semantics": {
 "component_name": "door", "ptExpanded":
 "(H (<b><i>(level > 2.5)</i></b> -> (O[<=<b><i>4</i></b>] shut)))"}},
{"reqid": "A-1", "project": "P", "semantics": {"component_name": "door",
 "ptExpanded": "(H (shut -> (mode = last)))"}},
{"reqid": "B-1", "project": "P", "semantics": {"component_name": "lamp",
 "ptExpanded": "(H (shut -> diff(a, b) > 1))"}},
{"reqid": "C-1", "project": "Q", "semantics": {"component_name": "door",
 "ptExpanded": "(H (! lit))"}},
{"reqid": "D-1", "project": "Q", "semantics": {"type": "nasa"}}
])j";

TEST(Fret, ComponentsAreReadEachForItself) {
  const std::vector<std::string> expected{"P/door", "lamp", "Q/door"};
  EXPECT_EQ(fret_components(kDatabase, "p.json"), expected);
  EXPECT_EQ(fault(kDatabase),
            "1:1: this holds 3 components; expected the name of one behind "
            "'#': P/door, lamp, Q/door [fret-component]\n");
  Problems problems("p.json", "req");
  FretChoice choice{
      "Q/door", R"([{"variable_name": "lit", "idType": "Input"}])", "v.json"};
  EXPECT_EQ(write(read_fret(kDatabase, "p.json", choice, problems)),
            "interface Q\n"
            "input lit : bool\n"
            "\n"
            "view door\n"
            "  req C-1 \"\"\n"
            "    always: not lit'\n");
}

TEST(Fret, TypesAreInferredAndKindsAreAskedFor) {
  const std::string list = fret_variables(kDatabase, "p.json", {});
  const auto has = [&list](const std::string& name, const std::string& type) {
    const std::size_t at = list.find("\"variable_name\": \"" + name + "\"");
    return at != std::string::npos &&
           list.substr(at, 90).find("\"dataType\": \"" + type + "\"") !=
               std::string::npos;
  };
  EXPECT_TRUE(has("level", "double")) << list;
  EXPECT_TRUE(has("shut", "boolean")) << list;
  EXPECT_TRUE(has("mode", "")) << list;
  Problems problems("p.json", "req");
  (void)read_fret(kDatabase, "p.json", {"P/door", "", ""}, problems);
  try {
    problems.throw_errors();
    FAIL() << "the kinds are not known";
  } catch (const base::InputError& error) {
    EXPECT_NE(error.diagnostics().at(0).message.find(
                  "inputs, outputs or internal (level, shut, mode, last): "
                  "'catenary convert p.json --to fret-variables -o "
                  "p.variables.json' lists them"),
              std::string::npos)
        << error.diagnostics().at(0).message;
  }
}

/// What is left out of an export, and why.
std::string left_out(const std::string& text) {
  std::string out;
  const model::Interface read = parse(text, "p.json");
  for (const base::Diagnostic& w : read.warnings) {
    if (w.code == kFretLeftOut) out += w.message + "\n";
  }
  EXPECT_EQ(static_cast<std::size_t>(read.left_out),
            static_cast<std::size_t>(std::ranges::count(out, '\n')));
  return out;
}

/// Two requirements of one id; the first uses `x`, the second `out`.
std::string two(const std::string& first, const std::string& variables) {
  return R"j({"requirements": [{"reqid": "A", "semantics": {"component_name":
 "c", "ptExpanded": ")j" +
         first + R"j("}}, {"reqid": "A", "semantics": {"component_name": "c",
 "ptExpanded": "(H out)"}}], "variables": [
 {"variable_name": "out", "idType": "Output", "dataType": "boolean"},)j" +
         variables + "]}";
}

TEST(Fret, OnlyWhatUsesAFaultyVariableIsLeftOut) {
  const auto variable = [](const std::string& name, const std::string& rest) {
    return "{\"variable_name\": \"" + name + "\", " + rest + "}";
  };
  const std::string output = R"("idType": "Output", "dataType": "boolean")";
  EXPECT_EQ(left_out(two("(H x)", variable("x", output))), "");
  EXPECT_EQ(left_out(two("(H x)", variable("y", output))),
            "requirement 'A' is left out: it uses 'x', whose idType is not "
            "known\n");
  EXPECT_EQ(left_out(two("(H (x = y))",
                         variable("x", R"("idType": "Output")") + "," +
                             variable("y", R"("idType": "Input")"))),
            "requirement 'A' is left out: it uses 'x', whose dataType is not "
            "known\n");
  EXPECT_EQ(left_out(two("(H x)", variable("x", R"("idType": "Output",
 "dataType": "enum")"))),
            "requirement 'A' is left out: it uses 'x', which has the type "
            "'enum'; expected boolean, integer, unsigned integer, single or "
            "double\n");
  EXPECT_EQ(left_out(two("(H x)",
                         variable("x", output) + "," +
                             variable("x", R"("idType": "Input")"))),
            "requirement 'A' is left out: it uses 'x', which has two kinds; "
            "expected one idType\n");
  EXPECT_EQ(left_out(two("(H (x = 3))", variable("x", R"("idType": "Internal",
 "dataType": "integer", "assignment": "1 +")"))),
            "requirement 'A' is left out: it uses 'x', whose assignment is not "
            "read\n");
  // One of the two names is not declared.
  EXPECT_EQ(left_out(two("(H (x.a & x_a))", variable("x.a", output))),
            "requirement 'A' is left out: it uses 'x.a', which would have the "
            "same name as 'x_a'; expected names that differ in letters and "
            "digits\n");
  EXPECT_EQ(left_out(two("(H ((Y x) > 2))", variable("x", R"("idType": "Output",
 "dataType": "integer")"))),
            "requirement 'A' is left out: it uses something both as a truth "
            "value and as a number\n");
}

TEST(Fret, KnowsSomeFunctions) {
  const std::string x =
      R"({"variable_name": "x", "idType": "Output", "dataType": "double"})";
  const std::string known = two("(H (abs(x - 1) > min(x, 0.5)))", x);
  EXPECT_EQ(left_out(known), "");
  const std::string written = write(read(known, "p.json"));
  EXPECT_NE(written.find("(if x' - 1 >= 0 then x' - 1 else -(x' - 1)) > (if x' "
                         "<= 0.5 then x'\n        else 0.5)"),
            std::string::npos)
      << written;
  EXPECT_EQ(left_out(two("(H (abs(mag(x, 1)) > 2))", x)),
            "requirement 'A' is left out: nothing is known of the function "
            "'mag'; expected 'function mag(…) = …' in p.functions.req\n");
  EXPECT_EQ(left_out(two("(H (abs(x, 1) > 2))", x)),
            "requirement 'A' is left out: nothing is known of the function "
            "'abs'; expected 'function abs(…) = …' in p.functions.req\n");
  std::string deep = "x";
  for (int i = 0; i < 30; ++i) deep = "max(" + deep + ", x)";
  EXPECT_EQ(left_out(two("(H (" + deep + " > 2))", x)),
            "requirement 'A' is left out: its functions are nested too "
            "deeply\n");
}

TEST(Fret, TypesHaveTheRangesOfTheirNames) {
  const auto range = [](const std::string& type) {
    const std::string text = write(
        read(two("(H (x = 3))",
                 R"({"variable_name": "x", "idType": "Output", "dataType": ")" +
                     type + "\"}"),
             "p.json"));
    const std::size_t at = text.find("output x : ") + 11;
    return text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(range("int8"), "int -128..127");
  EXPECT_EQ(range("uint16"), "int 0..65535");
  EXPECT_EQ(range("unsigned integer"), "int 0..4294967295");
  EXPECT_EQ(range("int64"), "int -9223372036854775808..9223372036854775807");
}

TEST(FretFormula, LimitsDelays) {
  std::string nested = "a";
  for (int i = 0; i < 30; ++i) nested = "(O[=1000] " + nested + ")";
  EXPECT_NE(formula(nested).find("looks back more than 1000 steps"),
            std::string::npos);
  EXPECT_EQ(formula("Z[5,9] a"),
            "1:2: an interval behind 'Y' or 'Z' is not read from FRET "
            "[fret-unsupported]\n");
}

// A program may have an input of any name.
TEST(Fret, SuitesAreNoFilesOfFret) {
  EXPECT_FALSE(looks_like_fret(
      R"({"schema": "catenary-suite-1", "signature": "variable_name"})"));
  EXPECT_FALSE(looks_like_fret(R"({"variable_name": 1})"));
  EXPECT_TRUE(looks_like_fret(R"( [{"variable_name": "a"}])"));
}

TEST(Fret, ConstantsArePutIn) {
  const std::string variables =
      R"({"variable_name": "up", "idType": "Internal", "dataType": "integer",
 "assignment": "-1"},
 {"variable_name": "x", "idType": "Output", "dataType": "integer"})";
  const std::string text = write(
      read(project(R"j({"component_name": "c", "ptExpanded": "(H (x = up))"})j",
                   variables),
           "p.json"));
  EXPECT_NE(text.find("always: x' = (-1)"), std::string::npos) << text;
}

class FretOfOgma : public testing::TestWithParam<const char*> {};

/// A specification of Ogma, whatever it is called.
TEST_P(FretOfOgma, IsRead) {
  const std::string spec = std::string("{\"") + GetParam() + R"j(": {
 "Internal_variables": [],
 "Other_variables": [{"name": "a", "type": "bool"},
 {"name": "b", "type": "real"}],
 "Requirements": [{"name": "first", "ptLTL": "(H (a -> (b > 1)))",
 "fretish": "when a the system shall satisfy b > 1"}]}})j";
  EXPECT_TRUE(looks_like_fret(spec));
  Problems problems("p.json", "req");
  const FretChoice choice{"",
                          R"([{"variable_name": "a", "idType": "Input"},
 {"variable_name": "b", "idType": "Output"}])",
                          "v.json"};
  EXPECT_EQ(write(read_fret(spec, "p.json", choice, problems)),
            "interface fret\n"
            "input a : bool\n"
            "output b : real\n"
            "\n"
            "view requirements\n"
            "  req first \"when a the system shall satisfy b > 1\"\n"
            "    always: when a' then b' > 1\n");
}

INSTANTIATE_TEST_SUITE_P(Names,
                         FretOfOgma,
                         testing::Values("RTSASpec", "test_componentSpec"));

TEST(Fret, OfTheLiquidMixer) {
  const auto path = catenary::test::published_data("req/LiquidMixer.fret.json");
  if (!path) GTEST_SKIP() << "no data";
  EXPECT_TRUE(handles(*path));
  const model::Interface a = load(*path);
  EXPECT_EQ(a.name, "Liquid_mixer");
  EXPECT_EQ(a.requirements.size(), 12U);
  std::size_t derived = 0;
  std::size_t inputs = 0;
  for (const auto& v : a.variables) {
    if (v.derived) ++derived;
    if (v.role == model::Role::input) ++inputs;
  }
  EXPECT_EQ(inputs, 6U);
  // Four triggers ("Z not a"), shared; three "never yet" and three "since".
  EXPECT_EQ(derived, 11U);
  EXPECT_EQ(a.variables.size() - derived - inputs, 6U);
  EXPECT_TRUE(a.fully_observable());
  const std::string text = write(read(base::read_file(*path), *path));
  EXPECT_EQ(all_of(parse(text, "m.req")), all_of(a));
}

}  // namespace
}  // namespace catenary::frontend::contract::test
