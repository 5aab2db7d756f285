// SPDX-License-Identifier: Apache-2.0
/// \file
/// Properties of terms, on random ones of all sorts and operators.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <unordered_map>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/smtlib/smtlib.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"
#include "unit/logic/term/random_terms.h"

namespace catenary::logic {
namespace {

using testing::RandomTerms;
using testing::Tape;

Tape any_tape() {
  return Tape(
      *rc::gen::resize(1000,
                       rc::gen::container<std::vector<std::uint32_t>>(
                           rc::gen::inRange<std::uint32_t>(0, 1U << 31))));
}

RandomTerms grown(TermManager& manager, Tape& tape) {
  RandomTerms terms(manager, tape, {});
  for (int i = 0; i < 120 && !tape.at_end(); ++i) {
    if (i % 8 == 0) {
      (void)terms.grow(i % 16 == 0 ? Op::forall : Op::exists);
    } else {
      (void)terms.grow();
    }
  }
  return terms;
}

bool has_array_constant(Term term) {
  const auto parts = subterms(term);
  return std::any_of(parts.begin(), parts.end(), [](Term t) {
    return t.is_constant() && t.sort().kind() == SortKind::array;
  });
}

RC_GTEST_PROP(TermProperty, SimplifyingKeepsTheValueAndNeverGrows, ()) {
  TermManager manager;
  Tape tape = any_tape();
  RandomTerms terms = grown(manager, tape);
  const Assignment assignment = terms.assignment();
  Simplifier simplifier(manager);
  for (const Term t : terms.built()) {
    const Term simple = simplifier.simplify(t);
    RC_ASSERT(simple.sort() == t.sort());
    RC_ASSERT(dag_size(simple) <= dag_size(t));
    const auto before = evaluate(t, assignment);
    const auto after = evaluate(simple, assignment);
    RC_ASSERT(before.has_value());
    RC_ASSERT(after.has_value());
    if (!(*before == *after)) {
      RC_LOG() << to_smtlib(t) << "\n-> " << to_smtlib(simple) << "\n"
               << before->to_string() << " -> " << after->to_string() << "\n";
    }
    RC_ASSERT(*before == *after);
    const auto old_free = free_variables(t);
    const auto new_free = free_variables(simple);
    RC_ASSERT(std::includes(
        old_free.begin(), old_free.end(), new_free.begin(), new_free.end()));
  }
}

RC_GTEST_PROP(TermProperty, SubstitutionCommutesWithEvaluation, ()) {
  TermManager manager;
  Tape tape = any_tape();
  RandomTerms terms = grown(manager, tape);
  const Assignment assignment = terms.assignment();
  // Replacements mention the variables they replace, and bound ones.
  Substitution substitution;
  Assignment after = assignment;
  for (std::size_t i = 0; i < terms.variables().size(); i += 2) {
    const Term v = terms.variables()[i];
    const Term replacement = terms.any(v.sort());
    substitution[v] = replacement;
    after.set(v, evaluate(replacement, assignment).value());
  }
  for (const Term t : terms.built()) {
    const Term replaced = substitute(manager, t, substitution);
    const auto direct = evaluate(replaced, assignment);
    const auto indirect = evaluate(t, after);
    RC_ASSERT(direct.has_value());
    RC_ASSERT(indirect.has_value());
    RC_ASSERT(*direct == *indirect);
  }
}

RC_GTEST_PROP(TermProperty, EqualStructureIsEqualHandle, ()) {
  TermManager manager;
  Tape tape = any_tape();
  const RandomTerms terms = grown(manager, tape);
  // Built again from its parts, every term is itself.
  const std::uint32_t size = manager.size();
  for (const Term t : subterms(terms.built())) {
    const std::vector<Term> operands(t.operands().begin(), t.operands().end());
    if (t.is_constant()) {
      RC_ASSERT(manager.constant(t.value()) == t);
    } else if (t.is_variable()) {
      RC_ASSERT(manager.variable(t.name(), t.sort()) == t);
    } else if (t.is_quantifier()) {
      RC_ASSERT(manager.quantify(t.op(),
                                 std::span(operands).first(operands.size() - 1),
                                 operands.back()) == t);
    } else if (t.op() == Op::const_array) {
      RC_ASSERT(manager.const_array(t.sort(), operands[0]) == t);
    } else {
      RC_ASSERT(manager.make(t.op(), operands, t.indices()) == t);
    }
  }
  RC_ASSERT(manager.size() == size);
  // Terms that print the same are the same. SMT-LIB has no literal for the
  // value of an array: it prints as the operators that build it, and is the
  // same as those only when they are evaluated.
  std::map<std::string, Term> by_text;
  Simplifier simplifier(manager);
  for (const Term t : terms.built()) {
    const auto known = by_text.try_emplace(to_smtlib(t), t).first->second;
    if (has_array_constant(known) || has_array_constant(t)) {
      RC_ASSERT(simplifier.simplify(known) == simplifier.simplify(t));
    } else {
      RC_ASSERT(known == t);
    }
  }
}

RC_GTEST_PROP(TermProperty, SameCallsGiveTheSameIdsAndText, ()) {
  const std::vector<std::uint32_t> numbers =
      *rc::gen::resize(600,
                       rc::gen::container<std::vector<std::uint32_t>>(
                           rc::gen::inRange<std::uint32_t>(0, 1U << 31)));
  const auto text = [&] {
    TermManager manager;
    Tape tape(numbers);
    const RandomTerms terms = grown(manager, tape);
    std::string result;
    for (const Term t : terms.built()) {
      result += std::to_string(t.id()) + " " + to_smtlib(t) + "\n";
    }
    return result;
  };
  RC_ASSERT(text() == text());
}

}  // namespace
}  // namespace catenary::logic
