// SPDX-License-Identifier: Apache-2.0
/// \file
/// Contracts over several steps (within, for, until), by a variable that counts
/// them; see docs/req.md for the meaning of each form. A condition that reads
/// the step before is false at the first step.
#include <utility>

#include "frontend/contract/lower/lower_contracts.h"

namespace catenary::frontend::contract {

using logic::Op;
using logic::Term;
using When = ContractSyntax::When;

Memory::Steps ContractLowering::steps(Term t,
                                      const Reads& reads,
                                      When when) const {
  const Term never = out_.terms->boolean(false);
  return {when == When::step || reads.before ? never : t,
          when == When::init ? never : t};
}

void ContractLowering::obligation(const ContractSyntax& syntax,
                                  Term when,
                                  const Parts& p) {
  // A guarantee that reads the step before has no meaning at the first step: a
  // second contract is false there, if it applies.
  const bool apart = p.guarantee_reads.before.has_value();
  model::Contract& c = add(syntax, p.id);
  c.at_init = !apart;
  c.at_step = true;
  c.has_assumption = true;
  c.assumption = when;
  c.guarantee = p.guarantee;
  if (!apart) return;
  warn_always(p.guarantee_reads, "false when it applies");
  model::Contract& first = add(syntax, p.id + ":first");
  first.at_init = true;
  first.has_assumption = true;
  first.assumption = when;
  first.guarantee = out_.terms->boolean(false);
}

void ContractLowering::within(const ContractSyntax& syntax, const Parts& p) {
  const auto bound = scope_.count(*syntax.bound, 0, "the number of steps");
  if (!bound) return;
  const Memory::Steps trigger =
      steps(p.assumption, p.assumption_reads, syntax.when);
  const Memory::Steps answer = steps(p.guarantee, p.guarantee_reads);
  // Within 0 steps means at once, which is "for one step".
  if (*bound == 0) {
    const model::InterfaceVariable v = memory_.owed(trigger, 1);
    const Term due =
        out_.terms->make(Op::less, {out_.terms->integer(0), v.now});
    return obligation(syntax, due, p);
  }
  // The counter has reached the bound: the answer is due now.
  const model::InterfaceVariable v = memory_.waiting(trigger, answer, *bound);
  model::Contract& c = add(syntax, p.id);
  c.at_step = true;
  c.has_assumption = true;
  c.assumption = out_.terms->equal(
      v.before, out_.terms->integer(static_cast<long long>(*bound)));
  c.guarantee = p.guarantee;
  // For frames: from the trigger until the answer, the variable may change.
  const Term waits =
      out_.terms->make(Op::less, {out_.terms->integer(0), v.before});
  open_.emplace(static_cast<std::uint32_t>(out_.contracts.size() - 1),
                out_.terms->logical_or(trigger.later, waits));
}

void ContractLowering::lasting(const ContractSyntax& syntax, const Parts& p) {
  const auto bound = scope_.count(*syntax.bound, 1, "the number of steps");
  if (!bound) return;
  const model::InterfaceVariable v = memory_.owed(
      steps(p.assumption, p.assumption_reads, syntax.when), *bound);
  const Term due = out_.terms->make(Op::less, {out_.terms->integer(0), v.now});
  obligation(syntax, due, p);
}

void ContractLowering::until(const ContractSyntax& syntax, const Parts& p) {
  const model::InterfaceVariable v =
      memory_.held(steps(p.assumption, p.assumption_reads, syntax.when),
                   steps(p.release, p.release_reads));
  obligation(syntax, v.now, p);
}

}  // namespace catenary::frontend::contract
