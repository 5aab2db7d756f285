// SPDX-License-Identifier: Apache-2.0
/// \file
/// The memory of a Z3Terms object. Only for its own sources, which include
/// <z3++.h> first.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "logic/smt/z3/z3_terms.h"

namespace catenary::logic::smt {

/// The translations and declarations of one Z3Terms object. Kept apart from the
/// class, so that its header needs no header of Z3.
struct Z3Terms::Known {
  /// An enumeration sort with its Z3 sort and the constants of its values.
  struct Enum {
    /// Our sort, by which the entry is found.
    Sort sort;
    z3::sort z3_sort;
    /// The constants, in the order of our enumeration.
    std::vector<z3::expr> constants;
  };
  /// Translations by id of our term.
  std::unordered_map<std::uint32_t, z3::expr> terms;
  /// All enumerations so far. They are few, so the search is linear.
  std::vector<Enum> enumerations;
};

}  // namespace catenary::logic::smt
