// SPDX-License-Identifier: Apache-2.0
/// \file
/// Accesses through pointers that leave their object: C gives them no meaning
/// (C11, 6.5.6), and what they read and write is what linker and loader put
/// there. Internal to program/.
///
/// Method: as in Jones and Kelly ("Backwards-Compatible Bounds Checking for
/// Arrays and Pointers in C Programs", AADEBUG 1997), an address is checked
/// against the objects of the program; but which of them come into question is
/// found statically, by points-to sets. So an access that leaves its object and
/// hits another one to which the pointer may point as well is not noticed.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "program/build/workspace.h"
#include "program/instrument/object_range.h"

namespace llvm {
class Instruction;
class LazyValueInfo;
class Value;
}  // namespace llvm

namespace catenary::program {

class VariableBytes;

/// Collects accesses that may leave their object while the module is unchanged,
/// then adds the checks that they need.
class AccessChecks {
 public:
  /// Collects the accesses of all functions: loads, stores and copies. Requires
  /// optimised code, where most of them are proved to lie in their object.
  /// Cost: a points-to analysis, if any is not.
  explicit AccessChecks(Workspace& w);
  ~AccessChecks();
  AccessChecks(const AccessChecks&) = delete;
  AccessChecks& operator=(const AccessChecks&) = delete;

  /// Adds a stop before each of them: the run crashes where it leaves the
  /// objects to which its pointer may point.
  void apply();

 private:
  /// Bytes from an address on.
  struct Access {
    llvm::Instruction* at = nullptr;
    llvm::Value* pointer = nullptr;
    /// Null: `size` is certain.
    llvm::Value* variable_size = nullptr;
    std::uint64_t size = 0;
    std::vector<ObjectRange> objects;
  };

  void collect(llvm::Instruction& i, llvm::LazyValueInfo& ranges);
  void add(Access access, llvm::LazyValueInfo& ranges);
  [[nodiscard]] bool find_objects(Access& access);
  [[nodiscard]] static llvm::Value* is_inside(llvm::IRBuilderBase& b,
                                              const Access& access,
                                              const ObjectRange& object);

  Workspace& w_;
  /// For its points-to sets, on demand.
  std::unique_ptr<VariableBytes> bytes_;
  std::vector<Access> accesses_;
};

}  // namespace catenary::program
