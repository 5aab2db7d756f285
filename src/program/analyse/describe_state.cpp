// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and types of the bytes of the packed state, from debug information,
/// for reports, ranges and goals.
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "program/analyse/debug_types.h"
#include "program/build/build_watch.h"
#include "program/build/workspace.h"
#include "program/instrument/address/separation.h"
#include "program/instrument/set_bits.h"

namespace catenary::program {

namespace {

/// Bytes that a number occupies, from its offset on.
std::uint64_t bytes_of(const PlacedScalar& s) {
  return s.bits == 0 ? model::size_bytes(s.type)
                     : (s.first_bit + s.bits + 7) / 8;
}

/// Adds the inputs that `size` bytes of a variable may hold, each index once.
void note_holders(const Workspace& w,
                  const std::string& global,
                  std::uint64_t offset,
                  std::uint64_t size,
                  model::Holds& holds) {
  for (const Holder& h : w.holders) {
    if (h.global != global || h.offset + h.size <= offset ||
        h.offset >= offset + size) {
      continue;
    }
    auto& list = h.is_initial ? holds.initial : holds.inputs;
    if (std::find(list.begin(), list.end(), h.variable) == list.end()) {
      list.push_back(h.variable);
    }
  }
}

/// The part of a number that is in one range of the state; `packed` is the
/// position of the range in the packed state. A number that is only partly
/// state (some elements of an array) keeps those elements.
model::StateScalar place(const Workspace& w,
                         const PlacedScalar& s,
                         const StateRange& r,
                         std::uint64_t packed) {
  model::StateScalar out;
  out.name = s.name;
  out.type = s.type;
  out.bits = s.bits;
  out.first_bit = s.first_bit;
  const std::uint64_t size = bytes_of(s);
  for (const std::uint64_t at : s.offsets) {
    if (at < r.offset || at + size > r.offset + r.size) continue;
    out.offsets.push_back(packed + at - r.offset);
    note_holders(w, r.global->getName().str(), at, size, out.holds);
  }
  if (out.offsets.size() < s.offsets.size()) {
    out.name += ", " + std::to_string(out.offsets.size()) + " of " +
                std::to_string(s.offsets.size());
  }
  return out;
}

/// An address is as wide as this; a narrower number of it stops the run.
constexpr std::uint64_t kAddressBytes = 8;

bool may_hold_address(const PlacedScalar& s, const StateRange& r) {
  if (bytes_of(s) != kAddressBytes) return false;
  return std::ranges::any_of(s.offsets, [&](std::uint64_t at) {
    for (std::uint64_t k = at; k < at + kAddressBytes; ++k) {
      if (k >= r.offset && k - r.offset < r.may_hold_address.size() &&
          r.may_hold_address[k - r.offset]) {
        return true;
      }
    }
    return false;
  });
}

/// A number of the state as the model knows it, and as the program does.
struct Scalar {
  model::StateScalar in_state;
  PlacedScalar in_variable;
};

/// The numbers of a range that have the same meaning in every run.
std::vector<Scalar> numbers_in(const Workspace& w,
                               const StateRange& r,
                               std::uint64_t packed,
                               const std::vector<std::uint8_t>& kept) {
  std::vector<Scalar> out;
  for (PlacedScalar& s : scalars_of(*r.global)) {
    if (may_hold_address(s, r)) continue;
    model::StateScalar scalar = place(w, s, r, packed);
    if (scalar.offsets.empty() || !is_kept(scalar, kept)) continue;
    out.push_back({std::move(scalar), std::move(s)});
  }
  return out;
}

}  // namespace

std::vector<model::StateField> describe_state(
    const Workspace& w,
    const StateLayout& layout,
    const std::vector<std::uint8_t>& kept) {
  std::vector<model::StateField> out;
  std::uint64_t packed = 0;
  for (const StateRange& r : layout.ranges) {
    model::StateField field;
    field.name = llvm::demangle(r.global->getName().str());
    field.bytes = r.size;
    // Only a part of the variable is state: the name must say which.
    if (r.size < bytes_in_program(*r.global)) {
      field.name += " [byte " + std::to_string(r.offset) + "]";
    }
    for (Scalar& s : numbers_in(w, r, packed, kept)) {
      field.scalars.push_back(std::move(s.in_state));
    }
    packed += r.size;
    out.push_back(std::move(field));
  }
  return out;
}

std::vector<ScalarPlace> scalar_places(const Workspace& w,
                                       const StateLayout& layout,
                                       const std::vector<std::uint8_t>& kept) {
  std::vector<ScalarPlace> out;
  std::uint64_t packed = 0;
  for (const StateRange& r : layout.ranges) {
    for (const Scalar& s : numbers_in(w, r, packed, kept)) {
      ScalarPlace place;
      place.symbol = r.global->getName().str();
      const std::uint64_t size = bytes_of(s.in_variable);
      for (const std::uint64_t at : s.in_variable.offsets) {
        if (at < r.offset || at + size > r.offset + r.size) continue;
        place.offsets.push_back(at);
      }
      out.push_back(std::move(place));
    }
    packed += r.size;
  }
  return out;
}

}  // namespace catenary::program
