// SPDX-License-Identifier: Apache-2.0
/// \file
/// The other sources of a bare C file: those beside it that define what it
/// uses.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "frontend/c/description.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// What one source defines and misses. Throws base::InputError where it does
/// not compile.
using TakeInventory =
    std::function<program::Inventory(const std::string& source)>;

/// What became of the files beside a source.
struct Siblings {
  /// Names of those that were added, sorted.
  std::vector<std::string> added;
  /// A clause for each of those that define what is missing, but something that
  /// is defined already as well.
  std::vector<std::string> left_out;
};

/// Adds C files of the same folder to the sources of a description that has
/// only one, as long as one of them defines a function or a variable that is
/// missing and nothing that is defined already. Files with a main(), and files
/// that do not compile, are left out. Throws InputError where two files define
/// the same missing name. `first`: of the source. At most 64 files are looked
/// at; where the folder has more, none. Cost: a run of the compiler for each,
/// if anything is missing.
Siblings add_siblings(Description& description,
                      const program::Inventory& first,
                      const TakeInventory& take);

}  // namespace catenary::frontend::c
