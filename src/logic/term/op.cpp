// SPDX-License-Identifier: Apache-2.0
/// \file
/// The table of operators, in the order of the enumeration Op.
#include "logic/term/op.h"

#include <array>

namespace catenary::logic {

namespace {

constexpr std::uint8_t kAny = 255;

// clang-format off
constexpr auto kOps = std::to_array<OpInfo>({
    // symbol, operands from, to, indices, rounds, commutes
    {"", 0, 0, 0, false, false},                        // constant
    {"", 0, 0, 0, false, false},                        // variable
    {"not", 1, 1, 0, false, false},
    {"and", 1, kAny, 0, false, true},
    {"or", 1, kAny, 0, false, true},
    {"xor", 2, 2, 0, false, true},
    {"=>", 2, 2, 0, false, false},
    {"=", 2, 2, 0, false, true},
    {"distinct", 2, kAny, 0, false, true},
    {"ite", 3, 3, 0, false, false},
    {"forall", 2, kAny, 0, false, false},
    {"exists", 2, kAny, 0, false, false},
    {"+", 1, kAny, 0, false, true},
    {"-", 2, 2, 0, false, false},
    {"-", 1, 1, 0, false, false},
    {"*", 1, kAny, 0, false, true},
    {"div", 2, 2, 0, false, false},
    {"mod", 2, 2, 0, false, false},
    {"/", 2, 2, 0, false, false},
    {"abs", 1, 1, 0, false, false},
    {"<", 2, 2, 0, false, false},
    {"<=", 2, 2, 0, false, false},
    {"to_real", 1, 1, 0, false, false},
    {"to_int", 1, 1, 0, false, false},
    {"is_int", 1, 1, 0, false, false},
    {"concat", 2, 2, 0, false, false},
    {"extract", 1, 1, 2, false, false},
    {"zero_extend", 1, 1, 1, false, false},
    {"sign_extend", 1, 1, 1, false, false},
    {"rotate_left", 1, 1, 1, false, false},
    {"rotate_right", 1, 1, 1, false, false},
    {"repeat", 1, 1, 1, false, false},
    {"bvnot", 1, 1, 0, false, false},
    {"bvand", 2, 2, 0, false, true},
    {"bvor", 2, 2, 0, false, true},
    {"bvxor", 2, 2, 0, false, true},
    {"bvnand", 2, 2, 0, false, true},
    {"bvnor", 2, 2, 0, false, true},
    {"bvxnor", 2, 2, 0, false, true},
    {"bvneg", 1, 1, 0, false, false},
    {"bvadd", 2, 2, 0, false, true},
    {"bvsub", 2, 2, 0, false, false},
    {"bvmul", 2, 2, 0, false, true},
    {"bvudiv", 2, 2, 0, false, false},
    {"bvurem", 2, 2, 0, false, false},
    {"bvsdiv", 2, 2, 0, false, false},
    {"bvsrem", 2, 2, 0, false, false},
    {"bvsmod", 2, 2, 0, false, false},
    {"bvshl", 2, 2, 0, false, false},
    {"bvlshr", 2, 2, 0, false, false},
    {"bvashr", 2, 2, 0, false, false},
    {"bvult", 2, 2, 0, false, false},
    {"bvule", 2, 2, 0, false, false},
    {"bvugt", 2, 2, 0, false, false},
    {"bvuge", 2, 2, 0, false, false},
    {"bvslt", 2, 2, 0, false, false},
    {"bvsle", 2, 2, 0, false, false},
    {"bvsgt", 2, 2, 0, false, false},
    {"bvsge", 2, 2, 0, false, false},
    {"bvcomp", 2, 2, 0, false, true},
    {"bv2nat", 1, 1, 0, false, false},
    {"int2bv", 1, 1, 1, false, false},
    {"fp.add", 2, 2, 0, true, true},
    {"fp.sub", 2, 2, 0, true, false},
    {"fp.mul", 2, 2, 0, true, true},
    {"fp.div", 2, 2, 0, true, false},
    {"fp.fma", 3, 3, 0, true, false},
    {"fp.sqrt", 1, 1, 0, true, false},
    {"fp.roundToIntegral", 1, 1, 0, true, false},
    {"fp.rem", 2, 2, 0, false, false},
    {"fp.min", 2, 2, 0, false, false},
    {"fp.max", 2, 2, 0, false, false},
    {"fp.abs", 1, 1, 0, false, false},
    {"fp.neg", 1, 1, 0, false, false},
    {"fp.eq", 2, 2, 0, false, true},
    {"fp.lt", 2, 2, 0, false, false},
    {"fp.leq", 2, 2, 0, false, false},
    {"fp.gt", 2, 2, 0, false, false},
    {"fp.geq", 2, 2, 0, false, false},
    {"fp.isNormal", 1, 1, 0, false, false},
    {"fp.isSubnormal", 1, 1, 0, false, false},
    {"fp.isZero", 1, 1, 0, false, false},
    {"fp.isInfinite", 1, 1, 0, false, false},
    {"fp.isNaN", 1, 1, 0, false, false},
    {"fp.isNegative", 1, 1, 0, false, false},
    {"fp.isPositive", 1, 1, 0, false, false},
    {"to_fp", 1, 1, 2, false, false},
    {"to_fp", 1, 1, 2, true, false},
    {"to_fp", 1, 1, 2, true, false},
    {"to_fp", 1, 1, 2, true, false},
    {"to_fp_unsigned", 1, 1, 2, true, false},
    {"fp.to_sbv", 1, 1, 1, true, false},
    {"fp.to_ubv", 1, 1, 1, true, false},
    {"fp.to_ieee_bv", 1, 1, 0, false, false},
    {"fp.to_real", 1, 1, 0, false, false},
    {"select", 2, 2, 0, false, false},
    {"store", 3, 3, 0, false, false},
    {"const", 1, 1, 0, false, false},
});
// clang-format on
static_assert(kOps.size() == static_cast<std::size_t>(Op::last_) + 1);

}  // namespace

const OpInfo& info(Op op) {
  return kOps[static_cast<std::size_t>(op)];
}

}  // namespace catenary::logic
