// SPDX-License-Identifier: Apache-2.0
/// \file
/// Definitions of derived variables, and the smallest state that later steps
/// need.
#include "engine/contract/monitor/monitor_state.h"

#include <set>
#include <utility>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::engine::contract {

using logic::SortKind;
using logic::Term;
using model::InterfaceVariable;

namespace {

/// The right side of the definition of a derived variable. Simplification may
/// have turned "d' = true" into "d'".
Term definition_of(const InterfaceVariable& v,
                   const model::Contract& c,
                   logic::TermManager& terms) {
  if (v.sort().kind() == SortKind::boolean) {
    if (c.guarantee == v.now) return terms.boolean(true);
    if (c.guarantee == terms.logical_not(v.now)) return terms.boolean(false);
  }
  CATENARY_CHECK(c.guarantee.op() == logic::Op::equal, "a definition");
  const auto sides = c.guarantee.operands();
  CATENARY_CHECK(sides[0] == v.now || sides[1] == v.now, "a definition");
  return sides[0] == v.now ? sides[1] : sides[0];
}

}  // namespace

Definitions definitions_of(const model::Interface& interface, bool first) {
  Definitions out;
  const char* ending = first ? ":init" : ":step";
  for (const model::Contract& c : interface.contracts) {
    if (!c.definition || !(first ? c.at_init : c.at_step)) continue;
    for (std::uint32_t v = 0; v < interface.variables.size(); ++v) {
      const InterfaceVariable& variable = interface.variables[v];
      if (!variable.derived || c.id != variable.name + ending) continue;
      out[v] = definition_of(variable, c, *interface.terms);
    }
  }
  return out;
}

std::vector<Kept> kept_of(const Semantics& semantics,
                          const Definitions& definitions) {
  const model::Interface& interface = semantics.interface();
  std::set<Term> befores;
  std::set<Term> nows;
  for (const InterfaceVariable& v : interface.variables) {
    befores.insert(v.before);
    nows.insert(v.now);
  }
  std::vector<Term> roots;
  for (std::size_t r = 0; r < semantics.rules().size(); ++r) {
    if (semantics.rules()[r].kind == Rule::Kind::definition) continue;
    roots.push_back(semantics.rule(r, false));
  }
  for (const model::Promise& p : interface.promises) {
    roots.push_back(model::formula_at(interface, p, false));
  }
  for (const auto& [variable, term] : definitions) roots.push_back(term);
  // By term: whether it reads the step before, and this step. Operands come
  // before the terms that use them, so one pass suffices.
  std::map<Term, std::pair<bool, bool>> reads;
  const std::vector<Term> all = logic::subterms(roots);
  for (const Term t : all) {
    auto& [before, now] = reads[t];
    before = befores.contains(t);
    now = nows.contains(t);
    for (const Term operand : t.operands()) {
      before = before || reads[operand].first;
      now = now || reads[operand].second;
    }
  }
  std::map<Term, bool> wanted;
  for (const Term t : roots) wanted[t] = true;
  std::vector<Kept> out;
  // From the roots down: a term that must be computed and reads the step before
  // is stored as a whole if it is Boolean and reads nothing else; otherwise its
  // operands are needed.
  for (std::size_t k = all.size(); k-- > 0;) {
    const Term t = all[k];
    if (!wanted[t] || !reads[t].first) continue;
    const bool alone = !reads[t].second && t.sort().kind() == SortKind::boolean;
    if (alone || t.is_variable()) {
      out.push_back({"__cat_watch_kept_" + std::to_string(out.size()), t});
      continue;
    }
    for (const Term operand : t.operands()) wanted[operand] = true;
  }
  return out;
}

}  // namespace catenary::engine::contract
