// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is written is read as a system that shows the same, for each operator
/// and for names that the format does not allow.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "base/error.h"
#include "frontend/btor2/btor2.h"
#include "model/transition/simulator.h"

namespace catenary::frontend::btor2 {
namespace {

using logic::Op;
using logic::Sort;
using logic::Term;
using logic::Value;
using model::TransitionSimulator;
using model::TransitionSystem;

constexpr std::uint32_t kWidth = 5;

/// Two inputs of five bits, a bit, and a state that is never written.
class Btor2Write : public testing::Test {
 protected:
  Btor2Write() {
    system_.name = "all";
    system_.terms = std::make_shared<logic::TermManager>();
    a_ = input("a", Sort::bitvec(kWidth));
    b_ = input("b", Sort::bitvec(kWidth));
    c_ = input("c", Sort::boolean());
    system_.goals.push_back({"some goal", {"x.btor2", 3, 4}, c_});
  }

  Term input(const std::string& name, const Sort& sort) {
    const Term x = t().variable(name, sort);
    system_.inputs.push_back({name, {}, x});
    return x;
  }
  logic::TermManager& t() { return *system_.terms; }
  void show(Term term) {
    system_.outputs.push_back(
        {"o" + std::to_string(system_.outputs.size()), {}, term});
  }
  void show(Op op,
            std::initializer_list<Term> operands,
            logic::Indices indices = {}) {
    show(t().make(op, operands, indices));
  }

  TransitionSystem system_;
  Term a_, b_, c_;
};

/// A Boolean as a bit.
mpz_class number(const Value& v) {
  return v.kind() == logic::SortKind::boolean ? mpz_class(v.as_bool() ? 1 : 0)
                                              : v.as_bits();
}

TEST_F(Btor2Write, EachOperatorIsReadAsItself) {
  for (const Op op :
       {Op::bv_and,  Op::bv_or,   Op::bv_xor,    Op::bv_nand, Op::bv_nor,
        Op::bv_xnor, Op::bv_add,  Op::bv_sub,    Op::bv_mul,  Op::bv_udiv,
        Op::bv_urem, Op::bv_sdiv, Op::bv_srem,   Op::bv_smod, Op::bv_shl,
        Op::bv_lshr, Op::bv_ashr, Op::bv_ult,    Op::bv_ule,  Op::bv_ugt,
        Op::bv_uge,  Op::bv_slt,  Op::bv_sle,    Op::bv_sgt,  Op::bv_sge,
        Op::equal,   Op::bv_comp, Op::bv_concat, Op::distinct}) {
    show(op, {a_, b_});
  }
  show(Op::bv_not, {a_});
  show(Op::bv_neg, {a_});
  for (std::uint32_t n = 0; n < 8; ++n) {
    show(Op::bv_rotate_left, {a_}, {n});
    show(Op::bv_rotate_right, {a_}, {n});
  }
  show(Op::bv_zero_extend, {a_}, {3});
  show(Op::bv_zero_extend, {a_}, {0});
  show(Op::bv_sign_extend, {a_}, {3});
  show(Op::bv_extract, {a_}, {3, 1});
  show(Op::bv_repeat, {a_}, {3});
  const Term less = t().make(Op::bv_ult, {a_, b_});
  show(t().logical_not(c_));
  show(Op::logical_and, {c_, less, t().equal(a_, b_)});
  show(Op::logical_or, {c_, less, t().equal(a_, b_)});
  show(Op::logical_or, {c_});
  show(Op::logical_xor, {c_, less});
  show(Op::implies, {c_, less});
  show(Op::equal, {c_, less});
  show(Op::distinct, {a_, b_, t().bitvec(kWidth, 7)});
  show(t().ite(c_, a_, b_));
  show(t().ite(c_, t().bitvec(1, 1), t().bitvec(1, 0)));
  show(t().ite(c_, t().bitvec(1, 0), t().bitvec(1, 1)));
  show(t().equal(t().ite(less, t().bitvec(1, 1), t().bitvec(1, 0)),
                 t().bitvec(1, 1)));
  const Sort memory = Sort::array(Sort::bitvec(kWidth), Sort::bitvec(kWidth));
  const Term nines = t().const_array(memory, t().bitvec(kWidth, 9));
  const Term written = t().make(Op::store, {nines, a_, b_});
  show(Op::select, {written, t().bitvec(kWidth, 4)});
  show(t().equal(written, nines));
  for (const int value : {0, 1, 5, 30, 31}) show(t().bitvec(kWidth, value));

  const TransitionSystem back = parse(write(system_), "back.btor2");
  model::check(back);
  TransitionSimulator before(system_);
  TransitionSimulator after(back);
  before.start({});
  after.start({});
  std::mt19937 random(1);
  for (int k = 0; k < 300; ++k) {
    const auto a = Value::bitvec(kWidth, random() % 32);
    const auto b = Value::bitvec(kWidth, random() % 32);
    const bool c = random() % 2 == 1;
    const auto one = before.step(std::vector{a, b, Value::boolean(c)});
    const auto two = after.step(std::vector{a, b, Value::bitvec(1, c ? 1 : 0)});
    ASSERT_EQ(one.hits, two.hits);
    for (std::size_t o = 0; o < one.outputs.size(); ++o) {
      ASSERT_EQ(number(one.outputs[o]), number(two.outputs[o]))
          << "output " << o << " of " << a.to_string() << ", " << b.to_string();
    }
  }
}

TEST_F(Btor2Write, NamesAreSymbolsAndCommentsKeepThem) {
  system_.goals.push_back({"some goal", {}, t().logical_not(c_)});
  system_.goals.push_back({";\nx", {}, c_});
  system_.properties.push_back({"p", {}, c_});
  const std::string text = write(system_);
  EXPECT_NE(text.find("; bad some goal, x.btor2:3:4\n"), std::string::npos)
      << text;
  const TransitionSystem back = parse(text, "back.btor2");
  std::vector<std::string> names;
  for (const auto& goal : back.goals) names.push_back(goal.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{
                "some_goal", "some_goal#2", "_;_x", "p.violated"}));
}

TEST_F(Btor2Write, OtherSortsAreRefusedAtTheirPlace) {
  const Term n = t().variable("n", Sort::integer());
  system_.states.push_back({"n", {"m.c", 7, 2}, n, {}, n});
  try {
    (void)write(system_);
    FAIL() << "an integer is written";
  } catch (const base::InputError& e) {
    EXPECT_EQ(e.diagnostics().front().where.to_string(), "m.c:7:2");
    EXPECT_NE(e.diagnostics().front().message.find("the sort Int"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace catenary::frontend::btor2
