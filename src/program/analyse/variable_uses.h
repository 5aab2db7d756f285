// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads and writes of a variable, byte by byte, and whether its address
/// escapes; for the search for forgotten inputs. Internal to program/.
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
/// followed from instruction to instruction and into calls. Flow-insensitive:
/// order and reachability of instructions play no role.
class Uses {
 public:
  /// Module and variable must outlive it; the variable must have an
  /// initialiser. Cost: linear in the uses, at most 1000 addresses.
  Uses(const llvm::DataLayout& layout, const llvm::GlobalVariable& g);

  /// The address is kept in memory or given away: then read() and written() are
  /// not complete, see Accesses.
  [[nodiscard]] bool escapes() const { return escapes_; }
  /// Some access is volatile.
  [[nodiscard]] bool is_volatile() const { return volatile_; }
  /// Whether any of the bytes at .. at + size - 1 may be read.
  [[nodiscard]] bool read(std::uint64_t at, std::uint64_t size) const {
    return any(read_, at, size);
  }
  /// Whether any may be written, by a store of another value than the initial
  /// one. `x = x` is not a write.
  [[nodiscard]] bool written(std::uint64_t at, std::uint64_t size) const {
    return any(written_, at, size);
  }
  /// Whether the initial value of these bytes is zero. False where that cannot
  /// be told, e.g. for addresses.
  [[nodiscard]] bool is_zero(std::uint64_t at, std::uint64_t size) const;

 private:
  /// In bytes from the start of the variable; nothing = not known.
  using Offset = std::optional<std::uint64_t>;

  [[nodiscard]] bool any(const std::vector<bool>& bytes,
                         std::uint64_t at,
                         std::uint64_t size) const;
  /// Marks bytes as accessed; all where the offset or the size is not known.
  void mark(std::vector<bool>& bytes, Offset at, Offset size);
  void store(const llvm::StoreInst& i, Offset at);
  void transfer(const llvm::MemIntrinsic& i, const llvm::Use& use, Offset at);
  /// Handles one use of an address.
  void take(const llvm::Use& use, Offset at);
  void call(const llvm::CallBase& call, const llvm::Use& use, Offset at);
  void follow(const llvm::Value& pointer, Offset at);

  const llvm::DataLayout& layout_;
  const llvm::GlobalVariable& g_;
  std::uint64_t size_ = 0;
  std::vector<bool> read_, written_;
  bool escapes_ = false;
  bool volatile_ = false;
  /// Visited addresses with their offsets: loops and recursion end here.
  std::set<std::pair<const llvm::Value*, Offset>> seen_;
};

/// Variables that some instruction of the module may read or write, each as a
/// whole, by points-to analysis. For variables whose address escapes.
class Accesses {
 public:
  /// Cost: see PointsTo; one more pass over the module.
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
  /// Functions without a body may read and write what their arguments point to.
  void outside(const llvm::CallBase& call);
  void add(Variables& to, const llvm::Value* pointer);

  PointsTo points_to_;
  Variables read_, written_;
};

}  // namespace catenary::program
