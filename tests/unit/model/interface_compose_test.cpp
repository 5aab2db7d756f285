// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "logic/term/smtlib/smtlib.h"
#include "model/contract/interface.h"

namespace catenary::model {
namespace {

using logic::Sort;
using logic::Value;

/// Builds interfaces of Boolean and small integer variables.
class Builder {
 public:
  explicit Builder(std::string name) {
    a.name = std::move(name);
    a.sha256 = a.name;
    a.terms = std::make_shared<logic::TermManager>();
  }

  Builder& variable(const std::string& name,
                    Role role,
                    std::int32_t view = -1,
                    int hi = 3) {
    InterfaceVariable v;
    v.name = name;
    v.role = role;
    v.view = view;
    v.lo = Value::integer(0);
    v.hi = Value::integer(hi);
    v.before = a.terms->variable(name, Sort::integer());
    v.now = a.terms->variable(name + "'", Sort::integer());
    a.variables.push_back(v);
    return *this;
  }

  Builder& view(const std::string& name) {
    a.views.push_back({name, "", {}, {}});
    return *this;
  }

  /// A requirement of one contract: left' = right, in the last view.
  Builder& requirement(const std::string& id,
                       const std::string& left,
                       const std::string& right) {
    Contract c;
    c.id = id + ".1";
    c.requirement = static_cast<std::uint32_t>(a.requirements.size());
    c.at_step = true;
    c.assumption = a.terms->boolean(true);
    c.guarantee = equal(left, right);
    Requirement r;
    r.id = id;
    r.view = static_cast<std::uint32_t>(a.views.size() - 1);
    r.contracts = {static_cast<std::uint32_t>(a.contracts.size())};
    a.views.back().requirements.push_back(c.requirement);
    a.contracts.push_back(c);
    a.requirements.push_back(r);
    return *this;
  }

  Builder& purpose(const std::string& id,
                   std::int32_t view,
                   const std::string& left,
                   const std::string& right) {
    Purpose p;
    p.id = id;
    p.view = view;
    p.condition = equal(left, right);
    a.purposes.push_back(p);
    return *this;
  }

  logic::Term equal(const std::string& left, const std::string& right) {
    const logic::Term l = a.terms->variable(left + "'", Sort::integer());
    const logic::Term r = a.terms->variable(right, Sort::integer());
    return a.terms->equal(l, r);
  }

  Interface a;
};

Interface two_views() {
  Builder b("whole");
  b.variable("i", Role::input)
      .variable("o", Role::output)
      .variable("h", Role::hidden, 0)
      .variable("g", Role::hidden, 1)
      .variable("w", Role::hidden);
  b.view("first").requirement("r0", "o", "h").requirement("r1", "h", "i");
  b.view("second").requirement("r2", "o", "g");
  b.purpose("all", -1, "o", "i").purpose("mine", 1, "g", "i");
  b.a.covers.push_back({ContractCriterion::pairs, 1, {}});
  b.a.covers.push_back({ContractCriterion::mutants, -1, {}});
  Promise p;
  p.id = "e";
  p.condition = b.equal("i", "o");
  b.a.promises.push_back(p);
  return b.a;
}

std::string names(const Interface& a) {
  std::string out;
  for (const auto& v : a.variables) out += v.name + " ";
  out += "|";
  for (const auto& v : a.views) {
    out += " " + v.name + ":";
    for (const std::uint32_t r : v.requirements) {
      const Requirement& q = a.requirements[r];
      out += " " + q.id + "(";
      for (const std::uint32_t c : q.contracts) {
        out += a.contracts[c].id + "@" +
               a.requirements[a.contracts[c].requirement].id + "@" +
               a.views[a.view_of(a.contracts[c])].name;
      }
      out += ")";
    }
  }
  out += " |";
  for (const auto& p : a.purposes) {
    out += " " + p.id +
           (p.view < 0 ? ""
                       : "@" + a.views[static_cast<std::size_t>(p.view)].name);
  }
  out += " |";
  for (const auto& c : a.covers)
    out += std::string(" ") + to_string(c.criterion);
  for (const auto& p : a.promises) out += " " + p.id;
  return out;
}

TEST(Project, KeepsWhatAViewIs) {
  const Interface a = two_views();
  EXPECT_EQ(names(project(a, {0})),
            "i o h w | first: r0(r0.1@r0@first) r1(r1.1@r1@first) | all | "
            "mutants e");
  EXPECT_EQ(names(project(a, {1})),
            "i o g w | second: r2(r2.1@r2@second) | all mine@second | pairs "
            "mutants e");
  EXPECT_EQ(names(project(a, {})), "i o w | | all | mutants e");
}

TEST(Project, OfAllViewsIsTheInterface) {
  const Interface a = two_views();
  EXPECT_EQ(names(project(a, {1, 0, 1})), names(a));
  EXPECT_NE(project(a, {0}).sha256, project(a, {1}).sha256);
  EXPECT_EQ(project(a, {0}).terms, a.terms);
}

TEST(Project, KeepsAForeignHiddenVariableThatIsMentioned) {
  Interface a = two_views();
  a.variables[3].derived = true;
  a.purposes[1].view = -1;  // of g, which belongs to the second view
  const Interface b = project(a, {0});
  const auto g = b.find_variable("g");
  ASSERT_TRUE(g);
  EXPECT_EQ(b.variables[*g].view, -1);
  EXPECT_FALSE(b.variables[*g].derived);
}

TEST(Conjoin, UnitesAndTellsHiddenVariablesApart) {
  Builder a("A");
  a.variable("i", Role::input).variable("o", Role::output);
  a.variable("h", Role::hidden, 0).view("v").requirement("r", "o", "h");
  Builder b("B");
  b.variable("o", Role::output).variable("h", Role::hidden, 0);
  b.variable("j", Role::input).view("w").requirement("q", "h", "o");
  const Interface c = conjoin(a.a, b.a);
  EXPECT_EQ(names(c), "i o A.h B.h j | v: r(r.1@r@v) w: q(q.1@q@w) | |");
  EXPECT_EQ(logic::to_smtlib(c.contracts[0].guarantee), "(= |o'| A.h)");
  EXPECT_EQ(logic::to_smtlib(c.contracts[1].guarantee), "(= |B.h'| o)");
  EXPECT_EQ(c.variables[*c.find_variable("B.h")].view, 1);
  EXPECT_EQ(c.variables[3].now.name(), "B.h'");
  EXPECT_NE(c.terms, a.a.terms);
}

TEST(Conjoin, TellsAHiddenVariableFromAVisibleOne) {
  Builder a("A");
  a.variable("x", Role::hidden);
  Builder b("B");
  b.variable("x", Role::input);
  EXPECT_EQ(names(conjoin(a.a, b.a)), "A.x x | | |");
  EXPECT_EQ(names(conjoin(b.a, a.a)), "x A.x | | |");
}

TEST(Conjoin, OfTheViewsOfOneInterfaceIsItself) {
  Interface a = two_views();
  a.variables.pop_back();  // one that belongs to all views would be two
  const Interface c = conjoin(project(a, {0}), project(a, {1}));
  EXPECT_EQ(names(c),
            "i o h g | first: r0(r0.1@r0@first) r1(r1.1@r1@first) second: "
            "r2(r2.1@r2@second) | all mine@second | mutants pairs e");
}

std::string fault(const Interface& a, const Interface& b) {
  try {
    (void)conjoin(a, b);
  } catch (const base::InputError& e) {
    return e.diagnostics().at(0).message;
  }
  return "";
}

TEST(Conjoin, RefusesWhatDoesNotAgree) {
  Builder a("A");
  a.variable("x", Role::input).view("v").requirement("r", "x", "x");
  EXPECT_EQ(fault(a.a, Builder("B").variable("x", Role::output).a),
            "variable 'x' is an output here, which elsewhere is an input: "
            "expected one role");
  EXPECT_EQ(fault(a.a, Builder("B").variable("x", Role::input, -1, 4).a),
            "variable 'x' has another type than elsewhere: expected the same "
            "type and range");
  EXPECT_EQ(fault(a.a, Builder("B").view("v").a),
            "a second view of the id 'v': expected another id");
  EXPECT_EQ(fault(a.a,
                  Builder("B")
                      .variable("x", Role::input)
                      .view("w")
                      .requirement("r", "x", "x")
                      .a),
            "a second requirement of the id 'r': expected another id");
  Builder p("P");
  p.variable("x", Role::input).purpose("p", -1, "x", "x");
  Builder q("Q");
  q.variable("y", Role::input).purpose("p", -1, "y", "y");
  EXPECT_EQ(fault(p.a, p.a), "");
  EXPECT_EQ(fault(p.a, q.a),
            "a second purpose of the id 'p': expected another id");
}

TEST(Conjoin, RefusesTwoEnumerationsOfOneName) {
  const auto with = [](const char* variable, const char* value) {
    Builder b(variable);
    b.variable(variable, Role::output);
    const Sort sort =
        Sort::enumeration(std::make_shared<const logic::Enumeration>(
            logic::Enumeration{"Mode", {value}}));
    InterfaceVariable& v = b.a.variables[0];
    v.lo.reset();
    v.hi.reset();
    v.before = b.a.terms->variable("e", sort);
    v.now = b.a.terms->variable("e'", sort);
    return b.a;
  };
  EXPECT_EQ(fault(with("x", "ON"), with("y", "ON")), "");
  EXPECT_EQ(fault(with("x", "ON"), with("y", "OFF")),
            "enumeration 'Mode' has other values than elsewhere: expected the "
            "same");
}

}  // namespace
}  // namespace catenary::model
