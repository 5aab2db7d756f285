// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sorts of applications, and the check that they are well-sorted, after
/// the signatures of the SMT-LIB theories.
#include "base/check.h"
#include "logic/term/term.h"

namespace catenary::logic {

namespace {

/// Thrown by a violated rule; caught in this file.
struct IllSorted {
  std::string text;
};

/// An application that is being checked.
class CheckedApplication {
 public:
  CheckedApplication(Op op,
                     std::span<const Term> operands,
                     const Indices& indices)
      : op_(op), operands_(operands), indices_(indices) {
    need(operands.size() >= info(op).min_operands &&
             (info(op).max_operands == 255 ||
              operands.size() <= info(op).max_operands),
         "its number of operands");
    for (const Term t : operands) need(t.valid(), "operands that are terms");
  }

  [[nodiscard]] Sort sort() const;

 private:
  /// Throws IllSorted unless the condition holds; `what` completes "'op' needs
  /// …".
  void need(bool condition, const char* what) const {
    if (condition) return;
    std::string text =
        std::string("'") + info(op_).smtlib + "' needs " + what + ", not";
    for (const Term t : operands_) {
      text += " " + (t.valid() ? t.sort().to_string() : std::string("nothing"));
    }
    throw IllSorted{text};
  }

  [[nodiscard]] const Sort& first() const { return operands_[0].sort(); }

  void need_all(SortKind kind, const char* what) const {
    for (const Term t : operands_) need(t.sort().kind() == kind, what);
  }

  void need_same() const {
    for (const Term t : operands_) {
      need(t.sort() == first(), "operands of one sort");
    }
  }

  /// Int or Real, but not mixed: readers convert.
  void need_numbers() const {
    need(
        first().kind() == SortKind::integer || first().kind() == SortKind::real,
        "Int or Real operands");
    need_same();
  }

  void need_bits() const {
    need_all(SortKind::bitvec, "bit-vectors");
    need_same();
  }

  void need_floats() const {
    need_all(SortKind::floating, "floats");
    need_same();
  }

  [[nodiscard]] Sort core() const;
  [[nodiscard]] Sort bits() const;
  [[nodiscard]] Sort floats() const;
  [[nodiscard]] Sort arrays() const;

  Op op_;
  std::span<const Term> operands_;
  const Indices& indices_;
};

/// Core, Ints and Reals.
Sort CheckedApplication::core() const {
  switch (op_) {
    case Op::logical_not:
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_xor:
    case Op::implies:
      need_all(SortKind::boolean, "Boolean operands");
      return Sort::boolean();
    case Op::equal:
    case Op::distinct:
      need_same();
      return Sort::boolean();
    case Op::ite:
      need(first().kind() == SortKind::boolean, "a Boolean condition");
      need(operands_[1].sort() == operands_[2].sort(), "branches of one sort");
      return operands_[1].sort();
    case Op::add:
    case Op::sub:
    case Op::neg:
    case Op::mul:
      need_numbers();
      return first();
    case Op::less:
    case Op::less_equal:
      need_numbers();
      return Sort::boolean();
    case Op::int_div:
    case Op::int_mod:
    case Op::abs:
      need_all(SortKind::integer, "Int operands");
      return first();
    case Op::real_div:
      need_all(SortKind::real, "Real operands");
      return first();
    case Op::to_real:
      need_all(SortKind::integer, "an Int operand");
      return Sort::real();
    case Op::to_int:
      need_all(SortKind::real, "a Real operand");
      return Sort::integer();
    case Op::is_int:
      need_all(SortKind::real, "a Real operand");
      return Sort::boolean();
    default:
      need(false, "a function of its own");
      return Sort::boolean();
  }
}

/// Bit-vectors.
Sort CheckedApplication::bits() const {
  if (op_ == Op::int_to_bv) {
    need_all(SortKind::integer, "an Int operand");
    need(indices_.first >= 1, "a width of at least 1");
    return Sort::bitvec(indices_.first);
  }
  need_all(SortKind::bitvec, "bit-vectors");
  switch (op_) {
    case Op::bv_concat:
      return Sort::bitvec(first().bits() + operands_[1].sort().bits());
    case Op::bv_extract:
      need(indices_.first >= indices_.second && indices_.first < first().bits(),
           "a range of bits that it has");
      return Sort::bitvec(indices_.first - indices_.second + 1);
    case Op::bv_zero_extend:
    case Op::bv_sign_extend:
      return Sort::bitvec(first().bits() + indices_.first);
    case Op::bv_rotate_left:
    case Op::bv_rotate_right:
      return first();
    case Op::bv_repeat:
      need(indices_.first >= 1, "a count of at least 1");
      return Sort::bitvec(first().bits() * indices_.first);
    case Op::bv_to_int:
      return Sort::integer();
    case Op::bv_comp:
      need_same();
      return Sort::bitvec(1);
    default:
      break;
  }
  need_same();
  return op_ >= Op::bv_ult && op_ <= Op::bv_sge ? Sort::boolean() : first();
}

/// Floating point: conversions first, then operators with floats as operands.
Sort CheckedApplication::floats() const {
  if (op_ >= Op::fp_from_bits && op_ <= Op::fp_from_unsigned) {
    const Sort result = Sort::floating(indices_.first, indices_.second);
    if (op_ == Op::fp_from_float) {
      need_floats();
    } else if (op_ == Op::fp_from_real) {
      need_all(SortKind::real, "a Real operand");
    } else {
      need_bits();
      need(op_ != Op::fp_from_bits ||
               first().bits() == indices_.first + indices_.second,
           "as many bits as the format has");
    }
    return result;
  }
  need_floats();
  if (op_ == Op::fp_to_real) return Sort::real();
  if (op_ == Op::fp_to_bits) {
    return Sort::bitvec(first().exponent_bits() + first().significand_bits());
  }
  if (op_ == Op::fp_to_signed || op_ == Op::fp_to_unsigned) {
    need(indices_.first >= 1, "a width of at least 1");
    return Sort::bitvec(indices_.first);
  }
  return op_ >= Op::fp_eq && op_ <= Op::fp_is_positive ? Sort::boolean()
                                                       : first();
}

/// select and store.
Sort CheckedApplication::arrays() const {
  need(first().kind() == SortKind::array, "an array");
  need(operands_[1].sort() == first().index(), "an index of the array");
  if (op_ == Op::select) return first().element();
  need(operands_[2].sort() == first().element(), "an element of the array");
  return first();
}

Sort CheckedApplication::sort() const {
  need(op_ != Op::constant && op_ != Op::variable && op_ != Op::const_array,
       "a function of its own");
  if (op_ >= Op::bv_concat && op_ <= Op::int_to_bv) return bits();
  if (op_ >= Op::fp_add && op_ <= Op::fp_to_real) return floats();
  if (op_ == Op::select || op_ == Op::store) return arrays();
  return core();
}

}  // namespace

/// An ill-sorted application of our own code is a defect.
Sort result_sort(Op op,
                 std::span<const Term> operands,
                 const Indices& indices) {
  try {
    return CheckedApplication(op, operands, indices).sort();
  } catch (const IllSorted& e) {
    base::fail_check(__FILE__, __LINE__, "well-sorted", e.text);
  }
}

std::string sort_error(Op op,
                       std::span<const Term> operands,
                       const Indices& indices) {
  try {
    (void)CheckedApplication(op, operands, indices).sort();
    return "";
  } catch (const IllSorted& e) {
    return e.text;
  }
}

}  // namespace catenary::logic
