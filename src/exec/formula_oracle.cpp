// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas by evaluation.
#include "exec/formula_oracle.h"

#include <algorithm>

#include "logic/term/evaluate/evaluate.h"
#include "logic/term/traverse.h"

namespace catenary::exec {
namespace {

class EvaluatingOracle final : public FormulaOracle {
 public:
  Judgement judge(const suite::Formula& formula,
                  const std::vector<Binding>& bindings,
                  std::string& why) override {
    logic::Assignment values;
    for (const logic::Term x : logic::free_variables(formula.term)) {
      const auto bound = std::ranges::find(bindings, x.name(), &Binding::first);
      if (bound == bindings.end() || !(bound->second.sort() == x.sort())) {
        why = "'" + x.name() + "' has no value";
        return Judgement::unresolved;
      }
      values.set(x, bound->second);
    }
    logic::Evaluator evaluator(values);
    const auto holds = evaluator.evaluate(formula.term);
    if (!holds) {
      why = evaluator.why_not();
      return Judgement::unresolved;
    }
    return holds->as_bool() ? Judgement::holds : Judgement::violated;
  }
};

}  // namespace

std::unique_ptr<FormulaOracle> make_formula_oracle() {
  return std::make_unique<EvaluatingOracle>();
}

}  // namespace catenary::exec
