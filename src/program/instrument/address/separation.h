// SPDX-License-Identifier: Apache-2.0
/// \file
/// Objects that are put apart, so that the number of an address says which
/// object is meant. Internal to program/.
///
/// Method: red zones as in Serebryany et al. ("AddressSanitizer: A Fast Address
/// Sanity Checker", USENIX ATC 2012), but without shadow memory: the tests of
/// object_range.h compare an address with the objects in question. An address
/// that leaves an object by more than a zone may still be one of another
/// object.
#pragma once

#include <cstdint>

#include "program/build/workspace.h"

namespace catenary::program {

/// Puts a zone behind the object, a variable of the program or a local one,
/// unless it has one. Returns its new address; a variable is replaced.
llvm::Value* separate(Workspace& w, llvm::Value& object);

/// Separates all objects among which a test of an address decides. Requires:
/// the tests have no bodies yet.
void separate_tested(Workspace& w);

/// Bytes of a variable in the program, without its zone.
[[nodiscard]] std::uint64_t bytes_in_program(const llvm::GlobalVariable& g);

}  // namespace catenary::program
