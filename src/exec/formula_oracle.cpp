// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas by parsing and evaluation, with a term manager for each call.
#include "exec/formula_oracle.h"

#include "base/error.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/term/smtlib/parse_smtlib.h"

namespace catenary::exec {
namespace {

class EvaluatingOracle final : public FormulaOracle {
 public:
  Judgement judge(const std::string& smtlib,
                  const std::vector<Binding>& bindings,
                  std::string& why) override {
    logic::TermManager terms;
    logic::Assignment values;
    std::vector<logic::Term> names;
    for (const auto& [name, value] : bindings) {
      // Long runs have many bindings, of which a formula mentions few.
      if (smtlib.find(name) == std::string::npos &&
          smtlib.find(logic::smtlib_symbol(name)) == std::string::npos) {
        continue;
      }
      names.push_back(terms.variable(name, value.sort()));
      values.set(names.back(), value);
    }
    try {
      const logic::Term formula =
          logic::parse_smtlib_term(terms, smtlib, "formula", names);
      if (formula.sort().kind() != logic::SortKind::boolean) {
        why = "the formula is no condition";
        return Judgement::unresolved;
      }
      logic::Evaluator evaluator(values);
      const auto holds = evaluator.evaluate(formula);
      if (holds) {
        return holds->as_bool() ? Judgement::holds : Judgement::violated;
      }
      why = evaluator.why_not();
    } catch (const base::InputError& e) {
      why = e.what();
    }
    return Judgement::unresolved;
  }
};

}  // namespace

std::unique_ptr<FormulaOracle> make_formula_oracle() {
  return std::make_unique<EvaluatingOracle>();
}

}  // namespace catenary::exec
