// SPDX-License-Identifier: Apache-2.0
/// \file
/// Most operators of BTOR2 are those of SMT-LIB; the others are written with
/// these: rotations by a variable count, reductions and tests for overflow.
#include "frontend/btor2/operators.h"

#include <array>
#include <string>

namespace catenary::frontend::btor2 {

using logic::Op;
using logic::SortKind;
using logic::Term;

namespace {

/// Operators of two bit-vectors of one width with such a result.
struct Direct {
  const char* name;
  Op op;
};
constexpr std::array kDirect = {Direct{"and", Op::bv_and},
                                Direct{"nand", Op::bv_nand},
                                Direct{"or", Op::bv_or},
                                Direct{"nor", Op::bv_nor},
                                Direct{"xor", Op::bv_xor},
                                Direct{"xnor", Op::bv_xnor},
                                Direct{"add", Op::bv_add},
                                Direct{"sub", Op::bv_sub},
                                Direct{"mul", Op::bv_mul},
                                Direct{"udiv", Op::bv_udiv},
                                Direct{"urem", Op::bv_urem},
                                Direct{"sdiv", Op::bv_sdiv},
                                Direct{"srem", Op::bv_srem},
                                Direct{"smod", Op::bv_smod},
                                Direct{"sll", Op::bv_shl},
                                Direct{"srl", Op::bv_lshr},
                                Direct{"sra", Op::bv_ashr}};
/// Comparisons of two bit-vectors of one width.
constexpr std::array kCompare = {Direct{"ult", Op::bv_ult},
                                 Direct{"ulte", Op::bv_ule},
                                 Direct{"ugt", Op::bv_ugt},
                                 Direct{"ugte", Op::bv_uge},
                                 Direct{"slt", Op::bv_slt},
                                 Direct{"slte", Op::bv_sle},
                                 Direct{"sgt", Op::bv_sgt},
                                 Direct{"sgte", Op::bv_sge},
                                 Direct{"eq", Op::equal},
                                 Direct{"neq", Op::distinct},
                                 Direct{"iff", Op::equal}};
constexpr std::array<std::string_view, 6> kUnary = {
    "not", "inc", "dec", "neg", "redand", "redor"};
constexpr std::array<std::string_view, 8> kOverflow = {
    "saddo", "uaddo", "sdivo", "udivo", "smulo", "umulo", "ssubo", "usubo"};

template <typename List>
const Direct* find(const List& list, std::string_view name) {
  for (const Direct& d : list) {
    if (d.name == name) return &d;
  }
  return nullptr;
}
template <typename List>
bool has(const List& list, std::string_view name) {
  for (const std::string_view n : list) {
    if (n == name) return true;
  }
  return false;
}

bool is_bits(Term t) {
  return t.sort().kind() == SortKind::bitvec;
}

}  // namespace

std::optional<Shape> shape_of(std::string_view op) {
  if (has(kUnary, op) || op == "redxor") return Shape{1, 0};
  if (op == "uext" || op == "sext") return Shape{1, 1};
  if (op == "slice") return Shape{1, 2};
  if (op == "ite" || op == "write") return Shape{3, 0};
  if (find(kDirect, op) != nullptr || find(kCompare, op) != nullptr ||
      has(kOverflow, op) || op == "rol" || op == "ror" || op == "concat" ||
      op == "implies" || op == "read") {
    return Shape{2, 0};
  }
  return std::nullopt;
}

const char* word_of(Op op) {
  for (const Direct& d : kDirect) {
    if (d.op == op) return d.name;
  }
  for (const Direct& d : kCompare) {
    if (d.op == op) return d.name;
  }
  return nullptr;
}

Term Operators::condition(Term bit) {
  const bool made = bit.op() == Op::ite && bit[1].is_constant() &&
                    bit[2].is_constant() && bit[1].value().as_bits() == 1 &&
                    bit[2].value().as_bits() == 0;
  return made ? bit[0] : t_.equal(bit, t_.bitvec(1, 1));
}

Term Operators::bit(Term condition) {
  return t_.ite(condition, t_.bitvec(1, 1), t_.bitvec(1, 0));
}

Term Operators::apply(std::string_view op,
                      const std::vector<Term>& a,
                      const std::vector<std::uint64_t>& numbers,
                      const Line& line) {
  const std::string name(op);
  if (op == "read" || op == "write" || !is_bits(a.back())) {
    return of_arrays(op, a, line);
  }
  for (const Term t : a) {
    if (!is_bits(t))
      line.fail("'" + name + "' takes bit-vectors", "btor2-sort");
  }
  if (op == "ite") {
    if (a[0].sort().bits() != 1 || a[1].sort() != a[2].sort()) {
      line.fail("'ite' takes a bit and two values of one sort", "btor2-sort");
    }
    return t_.ite(condition(a[0]), a[1], a[2]);
  }
  if (!numbers.empty()) return indexed(op, a[0], numbers, line);
  if (a.size() == 1) return unary(op, a[0]);
  if (op == "concat") return t_.make(Op::bv_concat, {a[0], a[1]});
  if (a[0].sort() != a[1].sort()) {
    line.fail("'" + name + "' takes two bit-vectors of one width, not of " +
                  std::to_string(a[0].sort().bits()) + " and " +
                  std::to_string(a[1].sort().bits()) + " bits",
              "btor2-sort");
  }
  if ((op == "implies" || op == "iff") && a[0].sort().bits() != 1) {
    line.fail("'" + name + "' takes bits", "btor2-sort");
  }
  return binary(op, a[0], a[1]);
}

Term Operators::of_arrays(std::string_view op,
                          const std::vector<Term>& a,
                          const Line& line) {
  const auto is_array = [](Term t) {
    return t.sort().kind() == SortKind::array;
  };
  if (op == "ite" && is_bits(a[0]) && a[0].sort().bits() == 1 &&
      a[1].sort() == a[2].sort()) {
    return t_.ite(condition(a[0]), a[1], a[2]);
  }
  if ((op == "eq" || op == "neq") && a[0].sort() == a[1].sort()) {
    const Term same = t_.equal(a[0], a[1]);
    return bit(op == "eq" ? same : t_.logical_not(same));
  }
  if ((op == "read" || op == "write") && is_array(a[0]) &&
      a[1].sort() == a[0].sort().index() &&
      (op == "read" || a[2].sort() == a[0].sort().element())) {
    return op == "read" ? t_.make(Op::select, {a[0], a[1]})
                        : t_.make(Op::store, {a[0], a[1], a[2]});
  }
  line.fail("the arguments do not fit '" + std::string(op) +
                "': it takes arrays, indices and elements of their sorts",
            "btor2-sort");
}

Term Operators::unary(std::string_view op, Term a) {
  const std::uint32_t width = a.sort().bits();
  if (op == "not") return t_.make(Op::bv_not, {a});
  if (op == "neg") return t_.make(Op::bv_neg, {a});
  if (op == "inc") return t_.make(Op::bv_add, {a, t_.bitvec(width, 1)});
  if (op == "dec") return t_.make(Op::bv_sub, {a, t_.bitvec(width, 1)});
  if (op == "redand") return bit(t_.equal(a, t_.bitvec(width, -1)));
  if (op == "redor") {
    return bit(t_.logical_not(t_.equal(a, t_.bitvec(width, 0))));
  }
  Term sum = t_.make(Op::bv_extract, {a}, {0, 0});
  for (std::uint32_t k = 1; k < width; ++k) {
    sum = t_.make(Op::bv_xor, {sum, t_.make(Op::bv_extract, {a}, {k, k})});
  }
  return sum;
}

Term Operators::indexed(std::string_view op,
                        Term a,
                        const std::vector<std::uint64_t>& numbers,
                        const Line& line) {
  const std::uint32_t width = a.sort().bits();
  if (op == "slice") {
    const std::uint64_t high = numbers[0];
    const std::uint64_t low = numbers[1];
    if (high >= width || low > high) {
      line.fail("a slice from bit " + std::to_string(high) + " to " +
                    std::to_string(low) + " of " + std::to_string(width) +
                    " bits",
                "btor2-sort");
    }
    return t_.make(
        Op::bv_extract,
        {a},
        {static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(low)});
  }
  constexpr std::uint64_t kWidest = 1U << 20;
  if (numbers[0] > kWidest) line.fail("more than 2^20 bits", "btor2-sort");
  if (numbers[0] == 0) return a;
  return t_.make(op == "sext" ? Op::bv_sign_extend : Op::bv_zero_extend,
                 {a},
                 {static_cast<std::uint32_t>(numbers[0])});
}

Term Operators::binary(std::string_view op, Term a, Term b) {
  if (const Direct* direct = find(kDirect, op)) {
    return t_.make(direct->op, {a, b});
  }
  if (const Direct* compare = find(kCompare, op)) {
    return bit(t_.make(compare->op, {a, b}));
  }
  if (op == "implies") return bit(t_.implies(condition(a), condition(b)));
  if (op == "rol" || op == "ror") return rotated(a, b, op == "rol");
  return bit(overflow(op, a, b));
}

/// By a count modulo the width.
Term Operators::rotated(Term a, Term by, bool left) {
  const std::uint32_t width = a.sort().bits();
  if (width == 1) return a;
  const Term whole = t_.bitvec(width, width);
  const Term count = t_.make(Op::bv_urem, {by, whole});
  // A shift by the whole width gives 0, which is right for a count of 0.
  const Term rest = t_.make(Op::bv_sub, {whole, count});
  return t_.make(Op::bv_or,
                 {t_.make(left ? Op::bv_shl : Op::bv_lshr, {a, count}),
                  t_.make(left ? Op::bv_lshr : Op::bv_shl, {a, rest})});
}

/// Whether the result of the operator does not fit its width.
Term Operators::overflow(std::string_view op, Term a, Term b) {
  const std::uint32_t width = a.sort().bits();
  const bool is_signed = op.front() == 's';
  if (op == "udivo") return t_.boolean(false);
  if (op == "sdivo") {
    const mpz_class least = mpz_class(1) << (width - 1);
    return t_.logical_and(t_.equal(a, t_.bitvec(width, least)),
                          t_.equal(b, t_.bitvec(width, -1)));
  }
  // Twice the width holds sums, differences and products.
  const Op extend = is_signed ? Op::bv_sign_extend : Op::bv_zero_extend;
  const Term x = t_.make(extend, {a}, {width});
  const Term y = t_.make(extend, {b}, {width});
  const std::string_view what = op.substr(1);
  const Op exact = what == "addo"   ? Op::bv_add
                   : what == "subo" ? Op::bv_sub
                                    : Op::bv_mul;
  const Term result = t_.make(exact, {x, y});
  const Term kept = t_.make(Op::bv_extract, {result}, {width - 1, 0});
  return t_.logical_not(t_.equal(t_.make(extend, {kept}, {width}), result));
}

}  // namespace catenary::frontend::btor2
