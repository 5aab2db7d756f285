// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a Z3Terms remembers. Only for its own sources, which include <z3++.h>
/// first.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "logic/smt/z3/z3_terms.h"

namespace catenary::logic::smt {

struct Z3Terms::Known {
  struct Enum {
    Sort sort;
    z3::sort z3_sort;
    std::vector<z3::expr> constants;
  };
  std::unordered_map<std::uint32_t, z3::expr> terms;
  std::vector<Enum> enumerations;
};

}  // namespace catenary::logic::smt
