// SPDX-License-Identifier: Apache-2.0
/// \file
/// The addresses of one object, and tests of numbers against them in generated
/// code. Internal to program/.
///
/// A number a lies in the object at v with n bytes, or is the address behind
/// its end, iff a - v <= n, unsigned.
#pragma once

#include <cstdint>
#include <optional>

#include "program/analyse/calls.h"
#include "program/build/workspace.h"

namespace catenary::program {

/// An object whose addresses are known at an instruction.
struct ObjectRange {
  llvm::Value* begin = nullptr;
  std::uint64_t bytes = 0;
};

/// The object whose address is `v`, if code at `at` can name it: a global
/// variable that the program defines, or a local variable of the same call.
/// Variables that the preparation adds are none.
/// Local variables count only where no variable of another call can be meant:
/// `v` is the variable itself, or its function does not call itself.
/// `calls` may be null where it is the variable itself.
[[nodiscard]] std::optional<ObjectRange> object_range(
    const llvm::Value& v, const llvm::Instruction& at, Calls* calls);

/// Functions that the tests call. The encoder knows them by their names: they
/// ask for the number of an address, but the answer does not depend on where
/// objects lie. They have no bodies until define_tests(), so that the optimiser
/// cannot look into them.
///   i1 kLiesIn(ptr p, ptr begin, i64 distance): 0 <= p - begin <= distance
///   i1 kLiesInConstant(...): the same, where the run goes on if it is false
///   i1 kIsMarker(ptr p): no object can lie at p
inline constexpr const char* kLiesIn = "__cat_lies_in";
inline constexpr const char* kLiesInConstant = "__cat_lies_in_constant";
inline constexpr const char* kIsMarker = "__cat_is_marker";

/// Whether it is one of these functions.
[[nodiscard]] bool is_test(const llvm::Function& f);

/// Gives the functions their bodies, which native code inlines. Nothing where
/// no test was made.
void define_tests(Workspace& w);

/// No object lies below the first page, or outside of the lower half of the
/// address space of x86-64, which is what Linux gives to programs.
inline constexpr std::uint64_t kFirstByte = 4096;
inline constexpr std::uint64_t kEndOfMemory = std::uint64_t{1} << 47;

/// `v` itself if it is a pointer, else the pointer whose number `v` is.
[[nodiscard]] llvm::Value* as_pointer(llvm::IRBuilderBase& b, llvm::Value* v);

/// Whether `pointer` and the `size` bytes from it on lie in the object; size 0
/// includes the address behind its end. Requires: size <= object.bytes.
[[nodiscard]] llvm::Value* lies_in(llvm::IRBuilderBase& b,
                                   llvm::Value* pointer,
                                   const ObjectRange& object,
                                   std::uint64_t size = 0);
/// Whether `pointer` leads to a byte of the object, to choose what to do:
/// unlike lies_in(), it is no check of accesses behind it. Requires:
/// object.bytes > 0.
[[nodiscard]] llvm::Value* lies_in_constant(llvm::IRBuilderBase& b,
                                            llvm::Value* pointer,
                                            const ObjectRange& object);
/// Whether the pointer is null, or another number at which no object can lie.
[[nodiscard]] llvm::Value* is_marker(llvm::IRBuilderBase& b,
                                     llvm::Value* pointer);

}  // namespace catenary::program
