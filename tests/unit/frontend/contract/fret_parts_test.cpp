// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions, assignments and assumptions of FRET as parts of a .req file.
#include <gtest/gtest.h>

#include "frontend/contract/fret/fret.h"
#include "sample.h"

namespace catenary::frontend::contract::test {
namespace {

std::string variable(const std::string& name,
                     const std::string& kind,
                     const std::string& type,
                     const std::string& assignment = "") {
  return R"({"variable_name": ")" + name + R"(", "idType": ")" + kind +
         R"(", "dataType": ")" + type + R"(", "assignment": ")" + assignment +
         "\"}";
}

const std::string kXyb = variable("x", "Input", "double") + "," +
                         variable("y", "Output", "double") + "," +
                         variable("b", "Input", "boolean");

/// What becomes of one requirement: the items but variables, and contracts;
/// the warning where it is left out.
std::string parts(const std::string& formula,
                  const std::string& variables = "",
                  const std::string& functions = "",
                  const std::string& id = "R") {
  const std::string text =
      R"j({"requirements": [{"reqid": ")j" + id +
      R"j(", "fulltext": "t", "semantics": {"component_name": "c",
 "ptExpanded": ")j" +
      formula + R"j("}}, {"reqid": "Other", "semantics":
 {"component_name": "c", "ptExpanded": "(H TRUE)"}}], "variables": [)j" +
      kXyb + (variables.empty() ? "" : ",") + variables + "]}";
  FretChoice choice;
  choice.functions = functions;
  choice.functions_path = "p.functions.req";
  base::Problems problems("p.json", "fret");
  const FileSyntax file = read_fret(text, "p.json", choice, problems);
  problems.throw_errors();
  std::string out;
  for (const base::Diagnostic& d : problems.warnings()) out += d.message + "\n";
  if (out.empty()) (void)understand(file, "p.json");
  std::istringstream lines(write(file));
  for (std::string line; std::getline(lines, line);) {
    const auto is = [&line](const char* begin) {
      return line.starts_with(begin);
    };
    if (is("env") || is("def") || is("const") || is("function") ||
        (is("    always") && line != "    always: true")) {
      out += line + "\n";
    }
  }
  return out;
}

TEST(FretParts, DivideAndRaise) {
  EXPECT_EQ(parts("(H (y = x / 2.0 * -x^2))"),
            "    always: y' = (x' / 2.0) * -x' ^ 2\n");
  EXPECT_EQ(parts("(H (y mod 2 = 0))"),
            "requirement 'R' is left out: 'mod' is not read from FRET\n");
}

TEST(FretParts, KnowFunctionsOfFret) {
  EXPECT_EQ(parts("(H (y = preReal(0.0, x + 1.0)))"),
            "    always: y' = pre(x' + 1.0, 0.0)\n");
  EXPECT_EQ(parts("(H (preBool(TRUE, b)))"), "    always: pre(b', true)\n");
  EXPECT_EQ(
      parts("(H (y = ite(b, 1.0, minReal(x, absInt(x)))))"),
      "    always: y' = (if b' then 1.0 else (if x' <= (if x' >= 0 then x' "
      "else -(x'))\n");
}

TEST(FretParts, CallFunctionsBesideTheFile) {
  const std::string functions =
      "interface p\n"
      "const K = 2\n"
      "function mag(a: real, b: real) = a ^ 2 + K * b\n"
      "function far(a: real) = mag(a, a) > 9\n";
  const std::string written =
      "const K = 2\n"
      "function mag(a: real, b: real) = a ^ 2 + K * b\n"
      "function far(a: real) = mag(a, a) > 9\n";
  EXPECT_EQ(parts("(H (far(x) -> mag(x, 1.0) = y))", "", functions),
            written + "    always: when far(x') then mag(x', 1.0) = y'\n");
  EXPECT_EQ(parts("(H (mag(x) = y))", "", functions),
            "requirement 'R' is left out: the function 'mag' has 1 arguments; "
            "expected 2\n" +
                written);
  EXPECT_EQ(parts("(H (far(b)))", "", functions),
            "requirement 'R' is left out: it uses something both as a truth "
            "value and as a number\n" +
                written);
  const auto fault = [&](const std::string& text) -> std::string {
    try {
      (void)parts("(H b)", "", text);
    } catch (const base::InputError& e) {
      return e.diagnostics().at(0).where.file + ":" +
             shown(e.diagnostics().at(0));
    }
    return "";
  };
  // Faults are of that file.
  EXPECT_EQ(fault("interface p\nfunction f(a: int) = a + z\n"),
            "p.functions.req:2:26: 'z' is unknown: expected a parameter, "
            "constant or value of an enumeration [req-unknown-name]\n");
  EXPECT_EQ(fault("interface p\ninput z : bool\n"),
            "p.functions.req:1:1: this is beside a file of FRET: expected "
            "functions and constants alone [fret-functions]\n");
}

TEST(FretParts, AssignmentsBecomeDefinitions) {
  const auto with = [](const std::string& type, const std::string& text) {
    const bool boolean = type == "boolean";
    return parts(boolean ? "(H v)" : "(H (y > v))",
                 variable("v", "Internal", type, text));
  };
  EXPECT_EQ(with("boolean", "not b and x >= 2.0 or x <> 1.0"),
            "def v = not b' and x' >= 2.0 or x' != 1.0\n    always: v\n");
  EXPECT_EQ(with("double", "if b then x*2.0 else -x / y"),
            "def v = (if b' then x' * 2.0 else -x' / y')\n"
            "    always: y' > v\n");
  EXPECT_EQ(with("double", "0.0 -> pre x"),
            "def v = pre(x', 0.0)\n    always: y' > v\n");
  // At the first step the value of `pre` does not matter.
  EXPECT_EQ(with("double", "1.0 -> (x - pre x) * 2.0"),
            "def v = (if pre(false, true) then 1.0 else (x' - pre(x', 0)) * "
            "2.0)\n    always: y' > v\n");
  EXPECT_EQ(with("boolean", "b -> b and not pre b"),
            "def v = (if pre(false, true) then b' else b' and not pre(b'))\n"
            "    always: v\n");
  // `if` is weaker than the arrow, as in Lustre.
  EXPECT_EQ(with("double", "if b then 5.0 else 1.0 -> 2.0"),
            "def v = (if b' then 5.0 else (if pre(false, true) then 1.0 else "
            "2.0))\n    always: y' > v\n");
  // A table of values.
  EXPECT_EQ(with("double", "1.0 -> pre( 2.5 -> pre( 3.0 ) )"),
            "def v = pre(pre(3.0, 2.5), 1.0)\n    always: y' > v\n");
  EXPECT_EQ(with("double", "pre x"),
            "requirement 'R' is left out: it uses 'v', whose assignment is not "
            "read\n");
  EXPECT_EQ(with("double", "x -> if b then x else pre v"),
            "requirement 'R' is left out: it uses 'v', whose assignment refers "
            "to its own earlier value\n");
  EXPECT_EQ(with("boolean", "x + 1.0"),
            "requirement 'R' is left out: it uses 'v', whose assignment has "
            "another type\n");
  EXPECT_EQ(with("double", "sin(x)"),
            "requirement 'R' is left out: it uses 'v', whose assignment is not "
            "read: nothing is known of the function 'sin'; expected 'function "
            "sin(…) = …' in p.functions.req\n");
}

TEST(FretParts, AssignmentsUseOthers) {
  const std::string both = variable("K", "Internal", "double", "4.0") + "," +
                           variable("v", "Internal", "double", "w + K") + "," +
                           variable("w", "Internal", "double", "x * 2.0");
  EXPECT_EQ(parts("(H (y = v))", both),
            "def v = w + (4.0)\ndef w = x' * 2.0\n    always: y' = v\n");
  // What a definition needs counts for the requirement.
  EXPECT_EQ(parts("(H (y = v))",
                  variable("v", "Internal", "double", "w + 1.0") + "," +
                      variable("w", "", "double")),
            "requirement 'R' is left out: it uses 'w', whose idType is not "
            "known\n");
}

TEST(FretParts, AssumptionsArePromises) {
  const auto assumed = [](const std::string& formula) {
    return parts(formula, "", "", "A-1_Assumption");
  };
  EXPECT_EQ(assumed("(H (x <= 20.0))"),
            "env A_1_Assumption \"t\": x' <= 20.0\n");
  // It says nothing of the first step, as a promise that looks back does.
  EXPECT_EQ(assumed("(H ((Z FALSE) | (preReal(0.0,x) <= x)))"),
            "env A_1_Assumption \"t\": false or (x <= x')\n");
  EXPECT_EQ(assumed("(H ((Y b) -> x > preReal(1.0,y)))"),
            "env A_1_Assumption \"t\": b => x' > y\n");
  const std::string left =
      "requirement 'A-1_Assumption' is left out: as an "
      "assumption it ";
  EXPECT_EQ(assumed("(H ((Z FALSE) -> (x = 10.0)))"),
            left +
                "looks back, and says something of the first step: that is "
                "not read\n");
  EXPECT_EQ(assumed("(H (O b))"),
            left + "looks back more than one step: that is not read\n");
  EXPECT_EQ(assumed("(H (x < y))"),
            left +
                "speaks of 'y', which the system chooses at the same "
                "step\n");
}

}  // namespace
}  // namespace catenary::frontend::contract::test
