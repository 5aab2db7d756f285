// SPDX-License-Identifier: Apache-2.0
/// \file
/// If-then-else moved outwards: languages that have it for statements only,
/// such as XLIA, can then write the term.
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "logic/term/infix.h"
#include "logic/term/traverse.h"

namespace catenary::logic {

namespace {

/// How many terms one lifting may make.
constexpr std::size_t kMost = 5000;

class Lifting {
 public:
  explicit Lifting(TermManager& terms) : terms_(terms) {}

  /// Operands first; not recursive in the depth of the term.
  Term run(Term root) {
    for (const Term t : subterms(root)) {
      std::vector<Term> operands;
      for (const Term o : t.operands()) operands.push_back(done_.at(o.id()));
      // A quantifier binds variables of its body, which must not be moved out.
      if (operands.empty() || t.is_quantifier()) {
        done_.emplace(t.id(), t);
      } else if (t.op() == Op::ite) {
        done_.emplace(t.id(), choice(operands[0], operands[1], operands[2]));
      } else {
        done_.emplace(t.id(), outwards(t, operands));
      }
      if (made_ > kMost) return {};
    }
    return done_.at(root.id());
  }

 private:
  /// An if-then-else of Booleans becomes a formula: (c & a) | (!c & b).
  Term choice(Term c, Term a, Term b) {
    ++made_;
    if (a.sort().kind() != SortKind::boolean) return terms_.ite(c, a, b);
    const Term not_c = terms_.logical_not(c);
    const Term first = terms_.logical_and(c, a);
    const Term second = terms_.logical_and(not_c, b);
    return terms_.logical_or(first, second);
  }

  /// like(…, ite(c, a, b), …) = ite(c, like(…, a, …), like(…, b, …)). Recursive
  /// for each operand that is an if-then-else; each doubles the term, and made_
  /// bounds the total.
  Term outwards(Term like, std::vector<Term>& operands) {
    if (++made_ > kMost) return like;
    for (Term& o : operands) {
      if (o.op() != Op::ite) continue;
      const Term conditional = o;
      o = conditional[1];
      const Term a = outwards(like, operands);
      o = conditional[2];
      const Term b = outwards(like, operands);
      o = conditional;
      return choice(conditional[0], a, b);
    }
    return terms_.rebuild(like, operands);
  }

  TermManager& terms_;
  std::unordered_map<std::uint32_t, Term> done_;
  std::size_t made_ = 0;
};

}  // namespace

Term lift_conditions(TermManager& terms, Term t) {
  bool any = false;
  for (const Term s : subterms(t)) any = any || s.op() == Op::ite;
  return any ? Lifting(terms).run(t) : t;
}

}  // namespace catenary::logic
