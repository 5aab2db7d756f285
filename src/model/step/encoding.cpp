// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bytes of packed states and letters as bit-vectors, little-endian.
#include "model/step/encoding.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "logic/term/rewrite/simplify.h"
#include "model/step/input_value.h"

namespace catenary::model {

namespace {

/// Types whose order is signed.
bool is_signed(ScalarType type) {
  return type == ScalarType::int8 || type == ScalarType::int16 ||
         type == ScalarType::int32 || type == ScalarType::int64;
}

constexpr std::uint32_t kByteBits = 8;
/// For mpz_import: the least significant byte first.
constexpr int kLowestFirst = -1;

logic::Value from_bytes(const std::byte* bytes, std::size_t count) {
  mpz_class bits;
  mpz_import(bits.get_mpz_t(), count, kLowestFirst, 1, 0, 0, bytes);
  return logic::Value::bitvec(kByteBits * static_cast<std::uint32_t>(count),
                              std::move(bits));
}

void to_bytes(const logic::Value& value, std::byte* bytes, std::size_t count) {
  CATENARY_CHECK(value.kind() == logic::SortKind::bitvec &&
                     value.sort().bits() == kByteBits * count,
                 "a bit-vector as wide as its place is needed");
  std::fill(bytes, bytes + count, std::byte{0});
  mpz_export(
      bytes, nullptr, kLowestFirst, 1, 0, 0, value.as_bits().get_mpz_t());
}

}  // namespace

EncodedPart idle_part(logic::TermManager& terms) {
  EncodedPart out;
  out.running = out.final = terms.boolean(true);
  out.ended = out.discarded = out.crashed = out.unfaithful =
      terms.boolean(false);
  return out;
}

logic::Value slot_value(const StateSlot& slot, const std::byte* packed) {
  return from_bytes(packed + slot.offset, slot.size);
}

void set_slot(const StateSlot& slot,
              const logic::Value& value,
              std::byte* packed) {
  to_bytes(value, packed + slot.offset, slot.size);
}

logic::Value machine_bits(ScalarType type, const logic::Value& value) {
  // Through the machine representation, so that floats and Booleans have the
  // bits that the program sees.
  std::array<std::byte, sizeof(std::uint64_t)> bytes{};
  encode_scalar(type, value, bytes.data());
  return from_bytes(bytes.data(), size_bytes(type));
}

logic::Value from_machine_bits(ScalarType type, const logic::Value& bits) {
  std::array<std::byte, sizeof(std::uint64_t)> bytes{};
  to_bytes(bits, bytes.data(), size_bytes(type));
  return decode_input(type, bytes.data());
}

logic::Term in_range(logic::TermManager& terms,
                     const Variable& variable,
                     logic::Term bits) {
  using logic::Op;
  using logic::Term;
  const Term lo = terms.constant(machine_bits(variable.type, variable.lo));
  const Term hi = terms.constant(machine_bits(variable.type, variable.hi));
  Term lo_holds;
  Term hi_holds;
  if (variable.type == ScalarType::float32 ||
      variable.type == ScalarType::float64) {
    const bool single = variable.type == ScalarType::float32;
    const logic::Indices format{single ? 8U : 11U, single ? 24U : 53U};
    const auto number = [&](Term t) {
      return terms.make(Op::fp_from_bits, {t}, format);
    };
    const Term value = number(bits);
    // The whole type: any number, an infinity, or a NaN of any bits.
    if (!variable.has_range) return terms.boolean(true);
    const Term least = number(lo);
    const Term most = number(hi);
    lo_holds = terms.make(Op::fp_le, {least, value});
    hi_holds = terms.make(Op::fp_le, {value, most});
  } else {
    const Op below = is_signed(variable.type) ? Op::bv_sle : Op::bv_ule;
    lo_holds = terms.make(below, {lo, bits});
    hi_holds = terms.make(below, {bits, hi});
  }
  return logic::simplify(terms, terms.logical_and(lo_holds, hi_holds));
}

bool same_event(const Stepper::Event& a, const Stepper::Event& b) {
  return a.text == b.text && a.where.file == b.where.file &&
         a.where.line == b.where.line && a.where.column == b.where.column;
}

}  // namespace catenary::model
