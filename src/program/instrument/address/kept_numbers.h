// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables in which the program keeps addresses as numbers. Internal to
/// program/.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "program/analyse/variable_bytes.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// The bytes of variables that hold addresses, as pointers or numbers, and to
/// which the program stores nothing else. Bytes that may also hold another
/// value do not count: otherwise every read of that value would stop the run.
class KeptNumbers {
 public:
  /// `is_number` says whether an integer shows an address. An integer that was
  /// computed from an address need not, e.g. the index of an element. Cost: two
  /// passes over the module.
  KeptNumbers(const llvm::Module& m,
              const VariableBytes& bytes,
              const std::function<bool(const llvm::Value&)>& is_number);

  /// Whether the instruction reads an integer from such bytes, all of them.
  [[nodiscard]] bool is_read(const llvm::Instruction& i) const;

 private:
  void forget(std::uint64_t first, std::uint64_t count);
  void forget_other_values(const llvm::Instruction& i);

  const VariableBytes& bytes_;
  std::vector<bool> kept_;
};

}  // namespace catenary::program
