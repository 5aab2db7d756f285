// SPDX-License-Identifier: Apache-2.0
/// \file
/// Our layout: nothing is lost, and it is its own layout.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/rng.h"
#include "base/text_file.h"
#include "sample.h"
#include "unit/published_data.h"

namespace catenary::frontend::contract::test {
namespace {

std::string written(const std::string& text) {
  return write(read(text, "m.req"));
}

TEST(Write, LaysOut) {
  EXPECT_EQ(
      written(
          "-- SPDX\n\n\n-- about\ninterface   a \"t\\\"x\" -- head\n"
          "const N=2+1   -- three\n\n"
          "enum M = A,\n B -- values\n"
          "input i,j:bool input n : int -N..N\n"
          "-- before the view\n"
          "view v \"w\" -- of v\n"
          "req R-1.a \"r\" from \"D\" tags x, y init: i' and ( j' )\n"
          "   -- above c\n"
          "   step c : when i -- inside\n"
          "      then for N steps if i' then j' else not(i'<=>j') -- behind\n"
          "   when i' then until j' , n' < -(-1)\n"
          "   frame i , j\n"
          "-- before the end\n"
          "purpose p \"q\" for v within 3 : once = 2 -- odd\n"
          "cover pairs for v\n-- last\n"),
      "-- SPDX\n"
      "\n"
      "-- about\n"
      "interface a \"t\\\"x\"  -- head\n"
      "const N = 2 + 1  -- three\n"
      "\n"
      "enum M = A, B  -- values\n"
      "input i, j : bool\n"
      "input n : int -N..N\n"
      "\n"
      "-- before the view\n"
      "view v \"w\"  -- of v\n"
      "  req R-1.a \"r\" from \"D\" tags x y\n"
      "    init: i' and (j')\n"
      "    -- above c\n"
      "    -- inside\n"
      "    step c: when i then for N steps if i' then j' else not (i' <=> j')"
      "  -- behind\n"
      "    when i' then until j', n' < -(-1)\n"
      "    frame i j\n"
      "-- before the end\n"
      "purpose p \"q\" for v within 3: once = 2  -- odd\n"
      "cover pairs for v\n"
      "-- last\n");
}

TEST(Write, BreaksLongLines) {
  const std::string text = written(
      with("step long: when i' and j' and not o' and x' = 1 and x' = 2 and m' "
           "= OFF then o' or b' or k' = 3"));
  EXPECT_EQ(text.substr(text.find("    step long")),
            "    step long: when i' and j' and not o' and x' = 1 and x' = 2 "
            "and m' = OFF\n"
            "        then o' or b' or k' = 3\n");
}

TEST(Write, IsItsOwnLayoutForTheSharedFiles) {
  if (!catenary::test::published_data("req")) GTEST_SKIP() << "no data";
  for (const char* name : {"buffer", "safing", "safing3"}) {
    const std::string text = base::read_file(
        catenary::test::published_data("req/" + std::string(name) + ".req")
            .value());
    const std::string once = written(text);
    EXPECT_EQ(written(once), once);
    EXPECT_EQ(all_of(parse(once, "m.req")), all_of(parse(text, "m.req")));
  }
}

/// Interfaces that mean something, of every construct.
class Random {
 public:
  explicit Random(std::uint64_t seed) : rng_(seed) {}

  FileSyntax file() {
    file_.name.text = "random";
    comment(file_.trivia);
    doc(file_.doc);
    constants();
    for (std::uint64_t n = below(3); n > 0; --n) definition();
    if (below(2) == 0) promise();
    for (std::uint64_t n = 1 + below(3); n > 0; --n) view();
    for (std::uint64_t n = below(3); n > 0; --n) purpose();
    return file_;
  }

 private:
  using Kind = Expression::Kind;

  std::uint64_t below(std::uint64_t n) { return rng_.below(n); }

  void comment(Trivia& t) {
    if (below(4) == 0) t.above.emplace_back("-- above");
    if (below(6) == 0) t.behind.emplace_back("-- behind");
    t.blank = below(3) == 0;
  }
  void doc(Doc& d) {
    d.given = below(2) == 0;
    if (!d.given) return;
    static const std::vector<std::string> kTexts = {"plain",
                                                    "with \"quotes\"",
                                                    "back\\slash",
                                                    "two\nlines\tand a tab",
                                                    "",
                                                    "-- no comment",
                                                    "\u00fcn\u00efcode"};
    d.text = kTexts[below(kTexts.size())];
  }

  Item& item(Item::Kind kind, std::size_t size) {
    Item i;
    i.kind = kind;
    i.index = static_cast<std::uint32_t>(size - 1);
    comment(i.trivia);
    file_.items.push_back(i);
    return file_.items.back();
  }

  static Expression leaf(Kind kind, std::string text, bool primed = false) {
    Expression e;
    e.kind = kind;
    e.text = std::move(text);
    e.primed = primed;
    return e;
  }

  void constants() {
    file_.constants.push_back({{"N", {}}, leaf(Kind::integer, "4")});
    item(Item::Kind::constant, file_.constants.size());
    file_.enumerations.push_back({{"E", {}}, {{"A1", {}}, {"A2", {}}}});
    item(Item::Kind::enumeration, file_.enumerations.size());
    const auto declare =
        [&](model::Role role, std::vector<Name> names, TypeSyntax::Base base) {
          VariablesSyntax v;
          v.role = role;
          v.names = std::move(names);
          v.type.base = base;
          v.type.enumeration = "E";
          if (base == TypeSyntax::Base::integer) {
            Expression low = leaf(Kind::prefix, "-");
            low.operands.push_back(leaf(Kind::integer, "3"));
            v.type.lo = low;
            v.type.hi = leaf(Kind::name, "N");
          }
          file_.variables.push_back(v);
          item(Item::Kind::variables, file_.variables.size());
        };
    declare(
        model::Role::input, {{"i", {}}, {"j", {}}}, TypeSyntax::Base::boolean);
    declare(model::Role::output, {{"o", {}}}, TypeSyntax::Base::boolean);
    declare(
        model::Role::output, {{"x", {}}, {"y", {}}}, TypeSyntax::Base::integer);
    declare(model::Role::hidden,
            {{"e", {}}, {"f", {}}},
            TypeSyntax::Base::enumeration);
    declare(model::Role::hidden, {{"r", {}}}, TypeSyntax::Base::real);
  }

  void definition() {
    const std::string name = "d" + std::to_string(file_.definitions.size());
    file_.definitions.push_back({{name, {}}, {}, condition(3, true)});
    item(Item::Kind::definition, file_.definitions.size());
  }

  void promise() {
    NamedSyntax p;
    p.name.text = "env0";
    doc(p.doc);
    p.value = leaf(Kind::name, "i", true);
    file_.promises.push_back(p);
    item(Item::Kind::promise, file_.promises.size());
  }

  void view() {
    ViewSyntax v;
    v.name.text = "v" + std::to_string(file_.views.size());
    doc(v.doc);
    for (std::uint64_t n = below(3); n > 0; --n) {
      RequirementSyntax r;
      r.id.text = "R-" + v.name.text + "." + std::to_string(n);
      doc(r.doc);
      doc(r.from);
      if (below(2) == 0) r.tags = {{"t1", {}}, {"t-2", {}}};
      comment(r.trivia);
      for (std::uint64_t m = below(4); m > 0; --m) {
        r.contracts.push_back(contract());
      }
      v.requirements.push_back(r);
    }
    file_.views.push_back(v);
    item(Item::Kind::view, file_.views.size());
  }

  ContractSyntax contract() {
    using Form = ContractSyntax::Kind;
    using When = ContractSyntax::When;
    ContractSyntax c;
    comment(c.trivia);
    c.kind = Form(below(5));
    if (c.kind == Form::frame) {
      c.frame = {{"o", {}}, {"x", {}}};
      return c;
    }
    c.when = c.kind != Form::plain && below(2) == 0 ? When::unsaid
             : below(3) == 0                        ? When::always
                                                    : When::step;
    if (c.when != When::unsaid && below(2) == 0) {
      c.id.text = "c-" + std::to_string(++contracts_);
    }
    if (c.kind != Form::plain || below(2) == 0) c.assumption = condition(3);
    c.guarantee = condition(4);
    c.bound = leaf(Kind::integer, std::to_string(1 + below(4)));
    c.release = condition(2);
    return c;
  }

  void purpose() {
    PurposeSyntax p;
    p.name.text = "p" + std::to_string(file_.purposes.size());
    doc(p.doc);
    if (below(2) == 0) p.view.text = "v0";
    if (below(2) == 0) p.within = leaf(Kind::integer, "7");
    in_contract_ = false;
    p.value = condition(3);
    in_contract_ = true;
    file_.purposes.push_back(p);
    item(Item::Kind::purpose, file_.purposes.size());
    CoverSyntax c;
    c.criterion = model::ContractCriterion(below(5));
    if (below(2) == 0) c.view.text = "v0";
    file_.covers.push_back(c);
    item(Item::Kind::cover, file_.covers.size());
  }

  Expression infix(std::vector<Expression> operands,
                   std::vector<std::string> operators) {
    Expression e;
    e.kind = Kind::infix;
    e.operands = std::move(operands);
    for (std::string& op : operators)
      e.operators.push_back({std::move(op), {}});
    e.grouped = below(5) == 0;
    return e;
  }

  /// `simple`: over unprimed variables only, without definitions.
  Expression condition(int depth, bool simple = false) {
    const bool primed = !simple && below(2) == 0;
    if (depth == 0) {
      static const std::vector<std::string> kNames = {"i", "j", "o"};
      return leaf(Kind::name, kNames[below(3)], primed);
    }
    const auto inner = [&] { return condition(depth - 1, simple); };
    switch (below(simple ? 6 : 9)) {
      case 0: {
        Expression e = leaf(Kind::prefix, "not");
        e.operands.push_back(inner());
        return e;
      }
      case 1: {
        std::vector<Expression> operands;
        std::vector<std::string> operators;
        const std::string op = below(2) == 0 ? "and" : "or";
        for (std::uint64_t n = 2 + below(3); n > 0; --n) {
          operands.push_back(inner());
          if (n > 1) operators.push_back(op);
        }
        return infix(std::move(operands), std::move(operators));
      }
      case 2:
        return infix({inner(), inner()}, {below(2) == 0 ? "<=>" : "=>"});
      case 3:
        return infix({number(2, primed), number(2, primed)},
                     {below(2) == 0 ? "<" : "!="});
      case 4:
        return infix({number(1, primed), number(1, primed), number(1, primed)},
                     {">", ">="});
      case 5: {
        Expression e = leaf(Kind::conditional, "");
        e.operands = {inner(), inner(), inner()};
        return e;
      }
      case 6:
        return infix({leaf(Kind::name, "e", primed), leaf(Kind::name, "A2")},
                     {"="});
      case 7: {
        Expression e = leaf(Kind::call, below(2) == 0 ? "rise" : "fall");
        e.operands.push_back(condition(2, true));
        return e;
      }
      default:
        return past();
    }
  }

  Expression past() {
    if (!in_contract_) return leaf(Kind::boolean, "true");
    const auto primed = [&] {
      return infix({leaf(Kind::name, "i", true), leaf(Kind::name, "o", true)},
                   {below(2) == 0 ? "and" : "<=>"});
    };
    static const std::vector<std::string> kFunctions = {
        "pre", "once", "historically", "since"};
    Expression e = leaf(Kind::call, kFunctions[below(4)]);
    e.operands.push_back(primed());
    if (e.text == "since") e.operands.push_back(primed());
    if (below(2) == 0) {
      e.operands.push_back(e.text == "pre" ? leaf(Kind::boolean, "true")
                                           : leaf(Kind::integer, "3"));
    }
    return e;
  }

  Expression number(int depth, bool primed) {
    if (depth == 0 || below(4) == 0) {
      switch (below(5)) {
        case 0:
          return leaf(Kind::integer, std::to_string(below(9)));
        case 1:
          return leaf(Kind::decimal, "1.5");
        case 2:
          return leaf(Kind::name, "N");
        case 3:
          return leaf(Kind::name, "r", primed);
        default:
          return leaf(Kind::name, "x", primed);
      }
    }
    switch (below(4)) {
      case 0: {
        Expression e = leaf(Kind::prefix, "-");
        e.operands.push_back(number(depth - 1, primed));
        return e;
      }
      case 1:
        return infix({number(depth - 1, primed),
                      number(depth - 1, primed),
                      number(depth - 1, primed)},
                     {"-", "+"});
      case 2:
        return infix({leaf(Kind::integer, "2"), number(depth - 1, primed)},
                     {"*"});
      default: {
        Expression e = leaf(Kind::conditional, "");
        e.operands = {condition(1, true),
                      number(depth - 1, primed),
                      number(depth - 1, primed)};
        return e;
      }
    }
  }

  base::Rng rng_;
  FileSyntax file_;
  int contracts_ = 0;
  bool in_contract_ = true;
};

RC_GTEST_PROP(Write, GivesTheSameInterfaceAgain, (std::uint64_t seed)) {
  const FileSyntax file = Random(seed).file();
  const std::string text = write(file);
  try {
    const std::string meant = all_of(understand(file, "m.req"));
    RC_ASSERT(all_of(parse(text, "m.req")) == meant);
  } catch (const base::InputError& e) {
    RC_FAIL(text + e.diagnostics()[0].render());
  }
  RC_ASSERT(written(text) == text);
}

}  // namespace
}  // namespace catenary::frontend::contract::test
