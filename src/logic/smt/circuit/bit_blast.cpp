// SPDX-License-Identifier: Apache-2.0
/// \file
/// Templates of clauses from terms: the bits of the variables get the first
/// literals, then the cone of each root becomes clauses.
#include "base/check.h"
#include "logic/smt/circuit/blaster.h"
#include "logic/smt/circuit/circuit.h"
#include "logic/smt/circuit/sat.h"
#include "logic/smt/circuit/value_bits.h"
#include "logic/term/smtlib/smtlib.h"

namespace catenary::logic::smt {

CnfTemplate bit_blast(TermManager& /*terms*/,
                      std::span<const Term> variables,
                      std::span<const Term> roots,
                      const base::Budget& budget) {
  CnfTemplate cnf;
  Circuit circuit;
  Blaster blaster(circuit);
  const auto make_variable = [&] { return ++cnf.variable_count; };
  Clauses clauses(circuit, make_variable, [&](std::span<const Literal> clause) {
    cnf.clauses.insert(cnf.clauses.end(), clause.begin(), clause.end());
    cnf.clauses.push_back(0);
  });
  // Before anything else, so that the bits of a variable are consecutive
  // literals whatever the roots look like.
  for (const Term v : variables) {
    CATENARY_CHECK(v.is_variable(), "the inputs of a template are variables");
    std::vector<Literal>& bits = cnf.variables.emplace_back();
    for (const Circuit::Signal input : blaster.variable(v)) {
      bits.push_back(make_variable());
      clauses.set_input(input, bits.back());
    }
  }
  // An enumeration would bring conditions on its bits, for which a template has
  // no place.
  const std::size_t given = blaster.variables().size();
  CATENARY_CHECK(given == variables.size() && blaster.conditions().empty(),
                 "different variables that are not enumerations");
  for (const Term root : roots) {
    std::vector<Literal>& bits = cnf.roots.emplace_back();
    for (const Circuit::Signal s : blaster.bits(root, budget)) {
      const bool constant = s == Circuit::kTrue || s == Circuit::kFalse;
      bits.push_back(constant ? s : clauses.literal(s));
    }
    // A variable that was not given would be an input without a meaning in the
    // copies of the template.
    CATENARY_CHECK(blaster.variables().size() == given,
                   "all variables of the roots are given, also " +
                       to_smtlib(blaster.variables().back()));
  }
  return cnf;
}

}  // namespace catenary::logic::smt
