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

#include "program/build/workspace.h"

namespace catenary::program {

/// Collects accesses that may leave their object while the module is unchanged,
/// then adds the checks that they need.
class AccessChecks {
 public:
  enum class Of : std::uint8_t {
    all,
    /// Accesses of local variables, and of what a pointer to them may point to
    /// instead, in the function itself. Needs no points-to analysis.
    locals
  };
  /// Collects the accesses of all functions: loads, stores, atomics and copies.
  /// Leaves out those that were checked before.
  /// Cost: a points-to analysis, if any access is not proved.
  AccessChecks(Workspace& w, Of which);
  ~AccessChecks();
  AccessChecks(const AccessChecks&) = delete;
  AccessChecks& operator=(const AccessChecks&) = delete;

  /// Adds a stop before each access: the run crashes where the access leaves
  /// the objects to which its pointer may point.
  void apply();

 private:
  class Accesses;
  std::unique_ptr<Accesses> accesses_;
};

}  // namespace catenary::program
