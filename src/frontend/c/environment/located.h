// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where located variables of a PLC lie. MATIEC names pointers to them:
/// "__IX0_1" for %IX0.1, see program::located_direction().
#pragma once

#include <string>

namespace catenary::frontend::c {

/// Whether two located variables may share memory. Both names must be such, and
/// differ. By IEC 61131-3, %QX0.0 is a bit of the byte %QB0, and %MW1 has the
/// bytes 2 and 3, the index times the size. What an address with more levels
/// (%QW2.5.1) means is up to the PLC: such a variable may share memory with
/// every one of another size or number of levels.
[[nodiscard]] bool may_overlap(const std::string& a, const std::string& b);

}  // namespace catenary::frontend::c
