// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which memory a program accesses at constant addresses. Internal to program/.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace llvm {
class Instruction;
class Module;
class Value;
}  // namespace llvm

namespace catenary::program {

/// An instruction that reads or writes at a constant address.
struct Direct {
  llvm::Instruction* at = nullptr;
  unsigned operand = 0;  ///< the pointer
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  bool writes = false;
};

/// Memory from an address on.
struct Region {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  /// All accesses are of these very bytes.
  bool is_one = true;
  std::vector<Direct> accesses;
};

/// The number of a constant address; nothing for other values, and for null.
[[nodiscard]] std::optional<std::uint64_t> address_of(const llvm::Value& v);

/// Whether the harness accesses it, not the program.
[[nodiscard]] bool is_of_harness(const Direct& d);

/// The regions of a module, by their addresses: accesses that overlap are of
/// one. What is passed on leads to 1 KiB; numbers that are markers rather than
/// addresses have none.
[[nodiscard]] std::vector<Region> regions_of(llvm::Module& m);

/// Instructions that make an address of numbers that are no addresses, such as
/// `BASE + 4 * i`: nobody knows which registers that are.
[[nodiscard]] std::vector<llvm::Instruction*> computed_addresses(
    llvm::Module& m);

/// Whether what the program reads in a region comes from outside: nothing
/// writes it, or a loop waits for it that does not write it.
[[nodiscard]] bool comes_from_outside(const Region& region);

/// Whether the program does more with what it reads in a region than to compute
/// a new value of it.
[[nodiscard]] bool is_tested(const Region& region);

}  // namespace catenary::program
