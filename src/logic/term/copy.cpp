// SPDX-License-Identifier: Apache-2.0
#include "logic/term/copy.h"

#include <vector>

#include "logic/term/traverse.h"

namespace catenary::logic {

Term TermCopier::copy(Term root) {
  for (const Term t : subterms(root)) {
    if (!done_.contains(t.id())) done_.emplace(t.id(), one(t));
  }
  return done_.at(root.id());
}

Term TermCopier::one(Term t) {
  if (t.is_constant()) return to_.constant(t.value());
  if (t.is_variable()) {
    return to_.variable(rename_ ? rename_(t.name()) : t.name(), t.sort());
  }
  std::vector<Term> operands;
  for (const Term o : t.operands()) operands.push_back(done_.at(o.id()));
  return to_.rebuild(t, operands);
}

}  // namespace catenary::logic
