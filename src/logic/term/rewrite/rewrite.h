// SPDX-License-Identifier: Apache-2.0
/// \file
/// Local rewriting of one application whose operands are simplified already.
#pragma once

#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// An application that is not a term yet.
struct Application {
  Op op;
  Indices indices;
  std::vector<Term> operands;
  Sort sort;             ///< never changes
  bool changed = false;  ///< set by a rule that altered op, indices, operands

  void become(Op new_op, std::vector<Term> new_operands, Indices i = {}) {
    op = new_op;
    operands = std::move(new_operands);
    indices = i;
    changed = true;
  }
};

/// The simplest term we know that equals the application.
[[nodiscard]] Term rewrite(TermManager& manager, Application application);

// The rules of one theory. Each returns a term that equals the application,
// or no term, and then may have altered it into an equal, simpler one.
[[nodiscard]] Term rewrite_core(TermManager& manager, Application& a);
[[nodiscard]] Term rewrite_arithmetic(TermManager& manager, Application& a);
[[nodiscard]] Term rewrite_bitvec(TermManager& manager, Application& a);
[[nodiscard]] Term rewrite_float(TermManager& manager, Application& a);
[[nodiscard]] Term rewrite_array(Application& a);

}  // namespace catenary::logic
