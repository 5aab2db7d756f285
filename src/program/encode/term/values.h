// SPDX-License-Identifier: Apache-2.0
/// \file
/// LLVM's types, constants and operators as terms: what does not touch memory
/// or control.
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

/// The parts of an aggregate or vector type; 0 for a scalar.
[[nodiscard]] unsigned part_count(const llvm::Type& type);
[[nodiscard]] llvm::Type* part_type(const llvm::Type& type, unsigned index);
/// Whether scalars of this type have a sort.
[[nodiscard]] bool has_sort(const llvm::Type& type);
[[nodiscard]] logic::Sort sort_of(const llvm::Type& type);
/// For people, e.g. "x86_fp80".
[[nodiscard]] std::string type_name(const llvm::Type& type);

/// Elementwise choice. Requires: values of one type.
[[nodiscard]] RegisterValue choose_value(
    TermBuilder& b,
    const MergePlan& plan,
    const std::vector<RegisterValue>& values);

class Values {
 public:
  Values(Machine& m, const llvm::DataLayout& layout)
      : m_(m), b_(m.b), layout_(layout) {}

  /// Where globals and functions lie.
  void place(const llvm::GlobalValue& global, std::uint32_t object) {
    places_[&global] = object;
  }
  [[nodiscard]] std::uint32_t object_of(const llvm::GlobalValue& global) const {
    return places_.at(&global);
  }

  /// Nothing for what has no term, such as an address as a number.
  [[nodiscard]] RegisterValue constant(const llvm::Constant& c);
  /// Of any type; every call gives another one.
  [[nodiscard]] RegisterValue undefined(const llvm::Type& type);
  /// Adds the cells of a constant to a block.
  void write_constant(const llvm::Constant& c,
                      std::uint64_t offset,
                      Block& block);

  [[nodiscard]] RegisterValue binary(const llvm::BinaryOperator& i,
                                     const RegisterValue& x,
                                     const RegisterValue& y);
  [[nodiscard]] RegisterValue cast(const llvm::CastInst& i,
                                   const RegisterValue& x);
  [[nodiscard]] RegisterValue compare(const llvm::CmpInst& i,
                                      const RegisterValue& x,
                                      const RegisterValue& y);
  [[nodiscard]] RegisterValue select(const RegisterValue& condition,
                                     const RegisterValue& then,
                                     const RegisterValue& otherwise);

  /// Stops where two addresses are not of one object: neither their order nor
  /// their distance is ours to say.
  void compare_addresses(logic::Term x, logic::Term y);

  /// A scalar as a bit-vector of its width; the bits of floats are observed.
  [[nodiscard]] logic::Term as_bits(const llvm::Type& type, logic::Term t);
  [[nodiscard]] logic::Term from_bits(const llvm::Type& type, logic::Term t);

  /// Comparisons of floats that are false for NaN or true for it.
  [[nodiscard]] logic::Term compare_floats(unsigned predicate,
                                           logic::Term x,
                                           logic::Term y);

 private:
  [[nodiscard]] RegisterValue zero(const llvm::Type& type);
  [[nodiscard]] RegisterValue expression(const llvm::Constant& c);
  [[nodiscard]] logic::Term binary_term(const llvm::BinaryOperator& i,
                                        logic::Term x,
                                        logic::Term y);
  [[nodiscard]] logic::Term boolean_term(unsigned opcode,
                                         logic::Term x,
                                         logic::Term y);
  [[nodiscard]] logic::Term float_term(unsigned opcode,
                                       logic::Term x,
                                       logic::Term y);
  [[nodiscard]] logic::Term divide(unsigned opcode,
                                   logic::Term x,
                                   logic::Term y);
  [[nodiscard]] logic::Term cast_term(const llvm::CastInst& i,
                                      const llvm::Type& from,
                                      const llvm::Type& to,
                                      logic::Term x);
  [[nodiscard]] logic::Term compare_term(const llvm::CmpInst& i,
                                         logic::Term x,
                                         logic::Term y);

  Machine& m_;
  TermBuilder& b_;
  const llvm::DataLayout& layout_;
  std::unordered_map<const llvm::GlobalValue*, std::uint32_t> places_;
  std::unordered_map<const llvm::Constant*, RegisterValue> constants_;
};

/// The remainder of C's fmod(): x - y * trunc(x / y), exactly.
[[nodiscard]] logic::Term float_remainder(TermBuilder& b,
                                          logic::Term x,
                                          logic::Term y);

}  // namespace catenary::program
