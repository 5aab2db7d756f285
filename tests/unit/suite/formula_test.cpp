// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of suites: terms in memory, their text in files, errors at their
/// places.
#include <gtest/gtest.h>

#include "base/error.h"
#include "suite/read.h"
#include "suite/read_formula.h"
#include "suite/write.h"
#include "unit/suite/example.h"

namespace catenary::suite {
namespace {

/// The zoo with one text in place of another, and without ids, which would not
/// belong to the content any more.
std::string changed(const std::string& from, const std::string& to) {
  Suite zoo = example::zoo();
  zoo.findings.clear();
  std::string text = write_suite(zoo);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  for (std::size_t id; (id = text.find("\"id\": \"", text.find("\"tests\""))) !=
                       std::string::npos;) {
    text.erase(id, text.find('\n', id) - id);
  }
  return text;
}

/// The place and message of the error of reading that.
std::string fault_of(const std::string& text) {
  try {
    (void)read_suite(text, "s.json");
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics().front();
    // The line of the string that is wrong.
    std::size_t begin = 0;
    for (std::uint32_t line = 1; line < d.where.line; ++line) {
      begin = text.find('\n', begin) + 1;
    }
    const std::size_t at = begin + d.where.column - 1;
    return d.where.file + ": " +
           text.substr(at, text.find('"', at + 1) + 1 - at) + " " + d.message;
  }
  return "";
}

TEST(Formula, IsRefusedAtItsPlaceInTheFile) {
  const std::string step = "(> s.speed |i.signal|)";
  EXPECT_EQ(fault_of(changed(step, "(> s.speed unknown)")),
            "s.json: \"(> s.speed unknown)\" 'unknown' is not declared");
  EXPECT_EQ(fault_of(changed(step, "(+ s.speed 1)")),
            "s.json: \"(+ s.speed 1)\" expected a Boolean term");
  EXPECT_EQ(fault_of(changed(step, "true) (assert false")).substr(0, 30),
            "s.json: \"true) (assert false\" ");
  EXPECT_EQ(fault_of(changed("(small x.1 9.0)", "(small x.1)")).substr(0, 22),
            "s.json: \"(small x.1)\" ");
  EXPECT_EQ(fault_of(changed("(+ v0 1)", "(to_real v0)")),
            "s.json: \"(to_real v0)\" the value of x.1 is of another sort");
  EXPECT_EQ(fault_of(changed("\"sort\": \"Real\"", "\"sort\": \"Reel\"")),
            "s.json: \"Reel\" no sort is called 'Reel'");
  EXPECT_EQ(fault_of(changed("\"name\": \"v0\"", "\"name\": \"d0\"")),
            "s.json: \"d0\" 'd0' is declared already");
}

TEST(Formula, KeepsTheSpellingOfItsFile) {
  const std::string text = changed("(< v0 3)", "(and  (< v0 3) (>= 3 v0))");
  const Suite suite = read_suite(text, "s.json");
  EXPECT_NE(write_suite(suite).find("(and  (< v0 3) (>= 3 v0))"),
            std::string::npos);
  const TreeTransition& t = suite.tests.back().tree.transitions[0];
  EXPECT_EQ(t.guard.spelling, "(and  (< v0 3) (>= 3 v0))");
  EXPECT_EQ(logic::Op::logical_and, t.guard.term.op());
  EXPECT_EQ(to_smtlib({t.guard.terms, t.guard.term, ""}),
            "(and (< v0 3) (<= v0 3))");
}

TEST(Formula, MayBeCalledAsAnotherSignalWithASuffix) {
  Signature signature;
  signature.inputs = {example::signal("x", "int"),
                      example::signal("x@pre", "bool")};
  EXPECT_EQ(to_smtlib(example::formula(signature, "(and x@pre (= x x@3))")),
            "(and x@pre (= x x@3))");
}

TEST(Formula, IsEqualByWhatFilesContain) {
  const Suite zoo = example::zoo();
  Tree tree = zoo.tests.back().tree;
  const Formula& guard = tree.transitions[0].guard;
  EXPECT_EQ(guard, example::guard(tree, "(< v0 3)"));
  EXPECT_FALSE(guard == example::guard(tree, "(<  v0 3)"));
  EXPECT_FALSE(guard == tree.transitions[0].sure_guard);
  EXPECT_FALSE(guard == Formula{});
  const Tree own = with_own_terms(tree);
  EXPECT_NE(own.terms, tree.terms);
  EXPECT_EQ(own.transitions[0].guard.terms, own.terms);
  EXPECT_EQ(own, tree);
  tree.transitions[0].guard = tree.transitions[0].sure_guard;
  EXPECT_FALSE(own == tree);
}

}  // namespace
}  // namespace catenary::suite
