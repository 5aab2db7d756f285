// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses as numbers, and back: object K (functions are objects too) lies
/// around (K + 1) * 2^32 + 2^31, so that offsets of either sign keep the upper
/// half. An address that is computed is decoded into the objects it may mean,
/// each with a condition and an offset.
///
/// The numbers are not those of the machine; operations that would show the
/// difference are refused elsewhere (keeps_address() in instruction.cpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "program/encode/memory.h"
#include "program/encode/term/builder.h"

namespace llvm {
class Function;
}

namespace catenary::program {

/// An object: something that has an address.
struct ObjectInfo {
  /// For people, e.g. the variable's name.
  std::string name;
  /// In bytes; 0 for a function.
  std::uint64_t size = 0;
  /// The function that it is; null for variables.
  const llvm::Function* function = nullptr;
  /// Contents that never change; null where they can.
  std::shared_ptr<const Block> fixed;
  /// Else the index in Memory.
  std::size_t memory = SIZE_MAX;
  /// Its address may be in memory whose contents are not known, so that an
  /// unknown pointer may point to it.
  bool findable = false;
};

/// A possible meaning of a pointer.
struct Target {
  /// `null` includes small offsets from it; `unknown` is any other number.
  enum class Kind : std::uint8_t { object, null, unknown };
  Kind kind = Kind::object;
  /// Conditions of the targets of a pointer exclude each other, and one of them
  /// holds.
  logic::Term when;
  /// Number of the object; only for Kind::object.
  std::uint32_t object = 0;
  /// From the start of the object, in bytes: 64 bits, signed.
  logic::Term offset;
};

/// A number as a linear sum, modulo 2^64: constant + sum of factor * term.
/// Factors are not 0, terms differ.
struct LinearSum {
  std::int64_t constant = 0;
  std::vector<std::pair<std::int64_t, logic::Term>> terms;
};
/// The linear sum of a term of 64 bits, through sums, products with constants
/// and shifts by constants. Terms that are not linear are summands of their
/// own.
[[nodiscard]] LinearSum linear_sum(TermBuilder& b, logic::Term t);

/// All objects of an encoding, and the decoding of pointers. Decodings are
/// cached; statements about variables clear the cache.
class Addresses {
 public:
  /// The builder must outlive it.
  explicit Addresses(TermBuilder& b) : b_(b) {}

  /// Adds an object and returns its number, in order from 0.
  std::uint32_t add(ObjectInfo info);
  [[nodiscard]] const ObjectInfo& object(std::uint32_t id) const {
    return objects_[id];
  }
  /// How many objects there are.
  [[nodiscard]] std::size_t size() const { return objects_.size(); }
  /// The address of the start of an object, a constant.
  [[nodiscard]] logic::Term base(std::uint32_t id);

  /// States all values that a variable has in any run, as found so far;
  /// replaces earlier statements. Other values are decoded as unknown.
  void set_values(logic::Term variable, std::set<std::uint64_t> values);
  /// States the only objects that a variable may point to in any run. It may be
  /// null or unknown as well.
  void set_objects(logic::Term variable, std::set<std::uint32_t> objects);
  /// Withdraws what was stated about a variable.
  void forget_values(logic::Term variable);

  /// The meanings of a pointer, in a fixed order. The reference is valid until
  /// the next change or call. Cost: linear in the choices within the term; for
  /// an unknown pointer in the number of findable objects.
  [[nodiscard]] const std::vector<Target>& targets(logic::Term pointer);

 private:
  /// Decodes choices and sums; `depth` limits the recursion.
  [[nodiscard]] std::vector<Target> decode(logic::Term t, int depth);
  /// Decodes a constant.
  [[nodiscard]] std::vector<Target> decode_number(std::uint64_t address);
  /// Decodes a term of which nothing is known but its values.
  [[nodiscard]] std::vector<Target> search(logic::Term t);
  /// Whether the term is an address rather than an offset, as far as can be
  /// told.
  [[nodiscard]] bool has_base(logic::Term t, int depth) const;
  /// Adds a target; targets of equal meaning become one.
  void join(std::vector<Target>& all, Target more);

  TermBuilder& b_;
  /// By number.
  std::vector<ObjectInfo> objects_;
  // By the number of a term: decodings, and what was stated about variables.
  std::unordered_map<std::uint32_t, std::vector<Target>> known_;
  std::unordered_map<std::uint32_t, std::set<std::uint64_t>> values_;
  std::unordered_map<std::uint32_t, std::set<std::uint32_t>> found_in_;
};

}  // namespace catenary::program
