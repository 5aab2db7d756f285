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

/// The bytes of variables that hold nothing but addresses and numbers of them:
/// another value there would make every read of it a stop.
class KeptNumbers {
 public:
  /// `is_number` says of an integer that it shows an address: what was made of
  /// an address, such as the index of an element, need not. Cost: two passes
  /// over the module.
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
