// SPDX-License-Identifier: Apache-2.0
/// \file
/// The meaning of operators: every pair of 5-bit operands against machine
/// arithmetic, and the values at the edges.
#include "logic/term/evaluate/apply.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>

namespace catenary::logic {
namespace {

constexpr int kBits = 5;
constexpr int kCount = 1 << kBits;

int to_signed(int bits) {
  return bits >= kCount / 2 ? bits - kCount : bits;
}

int bits_of(Op op, int a, int b) {
  const Value result =
      apply(op,
            Sort::bitvec(kBits),
            {},
            std::vector{Value::bitvec(kBits, a), Value::bitvec(kBits, b)});
  return static_cast<int>(result.as_bits().get_si());
}

TEST(ApplyBitvec, EveryPairOfOperands) {
  struct Row {
    Op op;
    std::function<int(int, int)> machine;  ///< on unsigned operands
  };
  const auto on_signed = [](auto f) {
    return [f](int a, int b) { return f(to_signed(a), to_signed(b)); };
  };
  const std::vector<Row> rows = {
      {Op::bv_add, [](int a, int b) { return a + b; }},
      {Op::bv_sub, [](int a, int b) { return a - b; }},
      {Op::bv_mul, [](int a, int b) { return a * b; }},
      {Op::bv_and, [](int a, int b) { return a & b; }},
      {Op::bv_or, [](int a, int b) { return a | b; }},
      {Op::bv_xor, [](int a, int b) { return a ^ b; }},
      {Op::bv_nand, [](int a, int b) { return ~(a & b); }},
      {Op::bv_nor, [](int a, int b) { return ~(a | b); }},
      {Op::bv_xnor, [](int a, int b) { return ~(a ^ b); }},
      {Op::bv_udiv, [](int a, int b) { return b == 0 ? -1 : a / b; }},
      {Op::bv_urem, [](int a, int b) { return b == 0 ? a : a % b; }},
      {Op::bv_sdiv, on_signed([](int a, int b) {
         if (b == 0) return a < 0 ? 1 : -1;
         return a / b;
       })},
      {Op::bv_srem, on_signed([](int a, int b) { return b == 0 ? a : a % b; })},
      {Op::bv_smod, on_signed([](int a, int b) {
         if (b == 0) return a;
         const int rest = a % b;
         return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
       })},
      {Op::bv_shl, [](int a, int b) { return b >= kBits ? 0 : a << b; }},
      {Op::bv_lshr, [](int a, int b) { return b >= kBits ? 0 : a >> b; }},
      {Op::bv_ashr, [](int a, int b) { return to_signed(a) >> b % 32; }}};
  for (const auto& [op, machine] : rows) {
    for (int a = 0; a < kCount; ++a) {
      for (int b = 0; b < kCount; ++b) {
        ASSERT_EQ(bits_of(op, a, b), machine(a, b) & (kCount - 1))
            << info(op).smtlib << " " << a << " " << b;
      }
    }
  }
}

TEST(ApplyBitvec, ComparesAndSlices) {
  const auto holds = [](Op op, int a, int b) {
    return apply(op,
                 Sort::boolean(),
                 {},
                 std::vector{Value::bitvec(kBits, a), Value::bitvec(kBits, b)})
        .as_bool();
  };
  for (int a = 0; a < kCount; ++a) {
    for (int b = 0; b < kCount; ++b) {
      ASSERT_EQ(holds(Op::bv_ult, a, b), a < b);
      ASSERT_EQ(holds(Op::bv_uge, a, b), a >= b);
      ASSERT_EQ(holds(Op::bv_sle, a, b), to_signed(a) <= to_signed(b));
      ASSERT_EQ(holds(Op::bv_sgt, a, b), to_signed(a) > to_signed(b));
    }
  }
  const std::vector x{Value::bitvec(5, 0b10110)};
  const auto one = [&](Op op, std::uint32_t width, Indices indices) {
    return apply(op, Sort::bitvec(width), indices, x).to_string();
  };
  EXPECT_EQ(one(Op::bv_extract, 3, {3, 1}), "#b011");
  EXPECT_EQ(one(Op::bv_rotate_left, 5, {7}), "#b11010");
  EXPECT_EQ(one(Op::bv_rotate_right, 5, {1}), "#b01011");
  EXPECT_EQ(one(Op::bv_sign_extend, 7, {2}), "#b1110110");
  EXPECT_EQ(one(Op::bv_zero_extend, 7, {2}), "#b0010110");
  EXPECT_EQ(one(Op::bv_repeat, 10, {2}), "#b1011010110");
}

TEST(ApplyArithmetic, DivisionIsEuclideanAndTotal) {
  const auto pair = [](Op op, long a, long b) {
    return apply(op,
                 Sort::integer(),
                 {},
                 std::vector{Value::integer(a), Value::integer(b)})
        .as_int64();
  };
  for (long a = -9; a <= 9; ++a) {
    for (long b = -4; b <= 4; ++b) {
      const long quotient = pair(Op::int_div, a, b);
      const long rest = pair(Op::int_mod, a, b);
      ASSERT_EQ(quotient * b + rest, a) << a << " " << b;
      if (b == 0) continue;
      ASSERT_GE(rest, 0);
      ASSERT_LT(rest, std::abs(b));
    }
  }
  EXPECT_EQ(pair(Op::int_div, 7, 0), 0);
  EXPECT_EQ(apply(Op::to_int,
                  Sort::integer(),
                  {},
                  std::vector{Value::real(mpq_class(-1, 2))}),
            Value::integer(-1));
  EXPECT_EQ(apply(Op::real_div,
                  Sort::real(),
                  {},
                  std::vector{Value::real(3), Value::real(0)}),
            Value::real(0));
}

}  // namespace
}  // namespace catenary::logic
