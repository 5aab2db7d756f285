// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's types, constants and operators as terms: everything that touches
/// neither memory nor control flow. Aggregates are handled part by part,
/// vectors lane by lane. What has no term stops the path as unsupported, so
/// that a term is never an approximation.
///
/// Semantics: LLVM Language Reference; floats as IEEE 754 in SMT-LIB.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "program/encode/machine.h"

namespace llvm {
class BinaryOperator;
class CastInst;
class CmpInst;
class Constant;
class DataLayout;
class Function;
class GlobalValue;
class Instruction;
class Type;
}  // namespace llvm

namespace catenary::program {

/// Number of parts of a structure, array or vector type; 0 for a scalar.
[[nodiscard]] unsigned part_count(const llvm::Type& type);
/// Type of a part. Requires: index < part_count().
[[nodiscard]] llvm::Type* part_type(const llvm::Type& type, unsigned index);
/// Whether scalars of this type have a sort: integers, float, double and
/// pointers.
[[nodiscard]] bool has_sort(const llvm::Type& type);
/// i1 is Boolean, pointers are bit-vectors of 64 bits. Requires: has_sort().
[[nodiscard]] logic::Sort sort_of(const llvm::Type& type);
/// As LLVM prints it, for people, e.g. "x86_fp80".
[[nodiscard]] std::string type_name(const llvm::Type& type);

/// Chooses between values of paths that meet, part by part, by the tree that
/// the plan is. Requires: values of one type, one for each path of the plan.
[[nodiscard]] RegisterValue choose_value(
    TermBuilder& b,
    const MergePlan& plan,
    const std::vector<RegisterValue>& values);

/// Applies operators on the current path of a machine; some of them stop paths
/// (division by zero). Machine and layout must outlive it.
class Values {
 public:
  /// The layout says how large types are in memory.
  Values(Machine& m, const llvm::DataLayout& layout)
      : m_(m), b_(m.b), layout_(layout) {}

  /// States which object a global variable or function is.
  void place(const llvm::GlobalValue& global, std::uint32_t object) {
    places_[&global] = object;
  }
  /// The number of the object. Requires: place() was called for it.
  [[nodiscard]] std::uint32_t object_of(const llvm::GlobalValue& global) const {
    return places_.at(&global);
  }

  /// The value of a constant. Empty where there is no term, such as for an
  /// address as a number. Cached, except for undefined values.
  [[nodiscard]] RegisterValue constant(const llvm::Constant& c);
  /// A value that is not fixed, of any type. Every call returns another one,
  /// since each use of an undefined value may see another value in LLVM.
  [[nodiscard]] RegisterValue undefined(const llvm::Type& type);
  /// Adds the cells of a constant, which begins at `offset`, to a block, in
  /// rising order.
  void write_constant(const llvm::Constant& c,
                      std::uint64_t offset,
                      Block& block);

  /// A binary operator; vectors lane by lane.
  [[nodiscard]] RegisterValue binary(const llvm::BinaryOperator& i,
                                     const RegisterValue& x,
                                     const RegisterValue& y);
  /// A conversion; between vectors of different lanes through their bits.
  [[nodiscard]] RegisterValue cast(const llvm::CastInst& i,
                                   const RegisterValue& x);
  /// A comparison, a Boolean for each lane.
  [[nodiscard]] RegisterValue compare(const llvm::CmpInst& i,
                                      const RegisterValue& x,
                                      const RegisterValue& y);
  /// A choice; the condition may be one Boolean or one for each lane.
  [[nodiscard]] RegisterValue select(const RegisterValue& condition,
                                     const RegisterValue& then,
                                     const RegisterValue& otherwise);

  /// Stops paths on which two addresses are not of one object: neither their
  /// order nor their distance is the same in every run.
  void compare_addresses(logic::Term x, logic::Term y);

  /// A scalar as a bit-vector of its width; bits of floats are noted as
  /// observations.
  [[nodiscard]] logic::Term as_bits(const llvm::Type& type, logic::Term t);
  /// The inverse of as_bits().
  [[nodiscard]] logic::Term from_bits(const llvm::Type& type, logic::Term t);

  /// A comparison of floats by LLVM's predicate: ordered ones are false for
  /// NaN, unordered ones true.
  [[nodiscard]] logic::Term compare_floats(unsigned predicate,
                                           logic::Term x,
                                           logic::Term y);

 private:
  /// Zero of any type.
  [[nodiscard]] RegisterValue zero(const llvm::Type& type);
  /// A constant expression: addresses with constant offsets.
  [[nodiscard]] RegisterValue expression(const llvm::Constant& c);
  // Scalars:
  /// A binary operator on integers, floats or Booleans.
  [[nodiscard]] logic::Term binary_term(const llvm::BinaryOperator& i,
                                        logic::Term x,
                                        logic::Term y);
  /// A binary operator on i1, whose terms are Booleans.
  [[nodiscard]] logic::Term boolean_term(unsigned opcode,
                                         logic::Term x,
                                         logic::Term y);
  /// A binary operator on floats, rounding to nearest even.
  [[nodiscard]] logic::Term float_term(unsigned opcode,
                                       logic::Term x,
                                       logic::Term y);
  /// A division or remainder of integers; stops paths that divide by zero or
  /// overflow.
  [[nodiscard]] logic::Term divide(unsigned opcode,
                                   logic::Term x,
                                   logic::Term y);
  /// A conversion of a scalar.
  [[nodiscard]] logic::Term cast_term(const llvm::CastInst& i,
                                      const llvm::Type& from,
                                      const llvm::Type& to,
                                      logic::Term x);
  /// A comparison of scalars, a Boolean.
  [[nodiscard]] logic::Term compare_term(const llvm::CmpInst& i,
                                         logic::Term x,
                                         logic::Term y);

  /// The machine whose path is current, and its builder.
  Machine& m_;
  TermBuilder& b_;
  /// The layout of the module: sizes and offsets of types.
  const llvm::DataLayout& layout_;
  /// The objects of global variables and functions.
  std::unordered_map<const llvm::GlobalValue*, std::uint32_t> places_;
  // Constants are unique objects of LLVM, so that their addresses are the key.
  std::unordered_map<const llvm::Constant*, RegisterValue> constants_;
};

/// The remainder of C's fmod(): x - y * trunc(x / y), exactly, from the IEEE
/// remainder, which rounds to the nearest multiple.
[[nodiscard]] logic::Term float_remainder(TermBuilder& b,
                                          logic::Term x,
                                          logic::Term y);

}  // namespace catenary::program
