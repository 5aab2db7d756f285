// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a program does with the bytes of a variable: reads, writes, and whether
/// the address is kept somewhere, for the search for forgotten inputs. Internal
/// to program/.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "program/analyse/points_to.h"

namespace llvm {
class CallBase;
class DataLayout;
class Instruction;
class MemIntrinsic;
class StoreInst;
class Use;
}  // namespace llvm

namespace catenary::program {

struct Workspace;

/// The uses of one variable, byte by byte, as far as its address can be
/// followed from instruction to instruction and into calls.
class Uses {
 public:
  /// Both must outlive it; the variable has an initialiser.
  Uses(const llvm::DataLayout& layout, const llvm::GlobalVariable& g);

  /// The address is kept in memory or given away: nothing else here is
  /// complete, see Accesses.
  [[nodiscard]] bool escapes() const { return escapes_; }
  /// Some access is volatile.
  [[nodiscard]] bool is_volatile() const { return volatile_; }
  [[nodiscard]] bool read(std::uint64_t at, std::uint64_t size) const {
    return any(read_, at, size);
  }
  /// By a store of another value than the one that was there at the beginning.
  [[nodiscard]] bool written(std::uint64_t at, std::uint64_t size) const {
    return any(written_, at, size);
  }
  /// Whether the variable begins with zeros there.
  [[nodiscard]] bool is_zero(std::uint64_t at, std::uint64_t size) const;

 private:
  using Offset = std::optional<std::uint64_t>;

  [[nodiscard]] bool any(const std::vector<bool>& bytes,
                         std::uint64_t at,
                         std::uint64_t size) const;
  /// Nothing known of where, or how many: all.
  void mark(std::vector<bool>& bytes, Offset at, Offset size);
  void store(const llvm::StoreInst& i, Offset at);
  void transfer(const llvm::MemIntrinsic& i, const llvm::Use& use, Offset at);
  void take(const llvm::Use& use, Offset at);
  void call(const llvm::CallBase& call, const llvm::Use& use, Offset at);
  void follow(const llvm::Value& pointer, Offset at);

  const llvm::DataLayout& layout_;
  const llvm::GlobalVariable& g_;
  std::uint64_t size_ = 0;
  std::vector<bool> read_, written_;
  bool escapes_ = false;
  bool volatile_ = false;
  std::set<std::pair<const llvm::Value*, Offset>> seen_;
};

/// Variables that some instruction of the module may read or write, each as a
/// whole, by points-to analysis.
class Accesses {
 public:
  explicit Accesses(const Workspace& w);

  [[nodiscard]] bool read(const llvm::GlobalVariable& g) const {
    return read_.contains(&g);
  }
  [[nodiscard]] bool written(const llvm::GlobalVariable& g) const {
    return written_.contains(&g);
  }

 private:
  using Variables = std::set<const llvm::GlobalVariable*>;

  void note(const llvm::Instruction& i);
  /// Functions without a body may read and write behind their arguments.
  void outside(const llvm::CallBase& call);
  void add(Variables& to, const llvm::Value* pointer);

  PointsTo points_to_;
  Variables read_, written_;
};

}  // namespace catenary::program
