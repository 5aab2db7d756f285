// SPDX-License-Identifier: Apache-2.0
/// \file
/// Addresses as numbers: object K (functions are objects too) lies around
/// (K + 1) * 2^32 + 2^31, so that offsets of either sign keep the upper half.
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

/// Something that has an address.
struct ObjectInfo {
  /// For people.
  std::string name;
  std::uint64_t size = 0;
  /// Or null.
  const llvm::Function* function = nullptr;
  /// Contents that never change.
  std::shared_ptr<const Block> fixed;
  /// Else: its index in Memory.
  std::size_t memory = SIZE_MAX;
  /// Its address may be in memory that we know nothing of.
  bool findable = false;
};

/// One thing that a pointer may point to.
struct Target {
  enum class Kind : std::uint8_t { object, null, unknown };
  Kind kind = Kind::object;
  /// The conditions of all targets exclude each other.
  logic::Term when;
  std::uint32_t object = 0;
  /// 64 bits, signed.
  logic::Term offset;
};

/// A number as a sum of multiples: constant + sum of factor * term.
struct LinearSum {
  std::int64_t constant = 0;
  std::vector<std::pair<std::int64_t, logic::Term>> terms;
};
[[nodiscard]] LinearSum linear_sum(TermBuilder& b, logic::Term t);

class Addresses {
 public:
  explicit Addresses(TermBuilder& b) : b_(b) {}

  std::uint32_t add(ObjectInfo info);
  [[nodiscard]] const ObjectInfo& object(std::uint32_t id) const {
    return objects_[id];
  }
  [[nodiscard]] std::size_t size() const { return objects_.size(); }
  [[nodiscard]] logic::Term base(std::uint32_t id);

  /// All values that a variable has in any run, as found so far; replaces what
  /// was said before.
  void set_values(logic::Term variable, std::set<std::uint64_t> values);
  /// The only objects that it points to in any run, if it points to one.
  void set_objects(logic::Term variable, std::set<std::uint32_t> objects);
  void forget_values(logic::Term variable);

  /// What the pointer may point to. Conditions hold for at least one target.
  [[nodiscard]] const std::vector<Target>& targets(logic::Term pointer);

 private:
  [[nodiscard]] std::vector<Target> decode(logic::Term t, int depth);
  [[nodiscard]] std::vector<Target> decode_number(std::uint64_t address);
  [[nodiscard]] std::vector<Target> search(logic::Term t);
  [[nodiscard]] bool has_base(logic::Term t, int depth) const;
  void join(std::vector<Target>& all, Target more);

  TermBuilder& b_;
  std::vector<ObjectInfo> objects_;
  std::unordered_map<std::uint32_t, std::vector<Target>> known_;
  std::unordered_map<std::uint32_t, std::set<std::uint64_t>> values_;
  std::unordered_map<std::uint32_t, std::set<std::uint32_t>> found_in_;
};

}  // namespace catenary::program
