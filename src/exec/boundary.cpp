// SPDX-License-Identifier: Apache-2.0
/// \file
/// Enumeration of boundary cases by a walk over the Boolean structure of
/// guards, and the conditions that bring a case to its limit.
#include "exec/boundary.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "logic/term/rewrite/simplify.h"
#include "logic/term/traverse.h"
#include "suite/adaptive.h"

namespace catenary::exec {
namespace {

using logic::Op;
using logic::SortKind;
using logic::Term;
using logic::TermManager;
using Side = BoundaryCase::Side;

bool is_number(Term t) {
  return t.sort().kind() == SortKind::integer ||
         t.sort().kind() == SortKind::real;
}

bool is_equation(Term t) {
  return t.op() == Op::equal && is_number(t[0]);
}

/// Walks the Boolean structure of a guard, with the truth that a subformula
/// should have for the guard to hold.
class Cases {
 public:
  explicit Cases(std::span<const Term> unknowns) : unknowns_(unknowns) {}

  std::vector<BoundaryCase> of(Term guard) {
    // Operands in order: the stack is turned round for each term.
    std::vector<std::pair<Term, bool>> open{{guard, true}};
    while (!open.empty()) {
      const auto [t, holds] = open.back();
      open.pop_back();
      if (!seen_.insert({t.id(), holds}).second) continue;
      std::vector<std::pair<Term, bool>> below;
      switch (t.op()) {
        case Op::logical_and:
        case Op::logical_or:
          for (const Term o : t.operands()) below.emplace_back(o, holds);
          break;
        case Op::logical_not:
          below.emplace_back(t[0], !holds);
          break;
        // x => y holds if x fails, or if y holds.
        case Op::implies:
          below.emplace_back(t[0], !holds);
          below.emplace_back(t[1], holds);
          break;
        case Op::forall:
        case Op::exists:
        case Op::constant:
          break;
        default:
          if (is_atom(t)) {
            add(t, holds);
            break;
          }
          // Other mixtures of Booleans: both truth values may help.
          for (const Term o : t.operands()) {
            if (o.sort().kind() != SortKind::boolean) continue;
            below.emplace_back(o, true);
            below.emplace_back(o, false);
          }
          break;
      }
      open.insert(open.end(), below.rbegin(), below.rend());
    }
    return std::move(out_);
  }

 private:
  static bool is_atom(Term t) {
    return t.op() == Op::variable || t.op() == Op::less ||
           t.op() == Op::less_equal || is_equation(t);
  }

  /// Adds the cases of an atom that mentions an unknown; atoms without one
  /// cannot be influenced.
  void add(Term atom, bool holds) {
    const std::vector<Term> free = logic::free_variables(atom);
    const bool is_chosen = std::any_of(free.begin(), free.end(), [&](Term v) {
      return std::find(unknowns_.begin(), unknowns_.end(), v) !=
             unknowns_.end();
    });
    if (!is_chosen) return;
    out_.push_back({atom, holds ? Side::holds : Side::fails});
    if (!holds && is_equation(atom)) out_.push_back({atom, Side::above});
  }

  std::span<const Term> unknowns_;
  std::set<std::pair<std::uint32_t, bool>> seen_;
  std::vector<BoundaryCase> out_;
};

/// `root` with every occurrence of `atom` replaced by a constant.
Term with_truth(TermManager& terms, Term root, Term atom, bool truth) {
  std::unordered_map<std::uint32_t, Term> done;
  for (const Term t : logic::subterms(root)) {
    Term made = t;
    if (t == atom) {
      made = terms.boolean(truth);
    } else if (!t.operands().empty()) {
      std::vector<Term> operands;
      for (const Term o : t.operands()) operands.push_back(done.at(o.id()));
      if (!std::equal(operands.begin(), operands.end(), t.operands().begin())) {
        made = terms.rebuild(t, operands);
      }
    }
    done.emplace(t.id(), made);
  }
  return done.at(root.id());
}

/// The unknowns of a transition: its values and its delay.
std::vector<Term> unknowns_of(const ProgramTransition& t) {
  std::vector<Term> out = t.variables;
  if (t.delay.valid()) out.push_back(t.delay);
  return out;
}

/// A case and the transition to which it belongs.
struct Numbered {
  std::uint32_t transition;
  BoundaryCase which;
};

/// All cases of a test case, in the order of states and transitions.
std::vector<Numbered> all_cases(const TreeProgram& program, bool others) {
  std::vector<Numbered> out;
  for (const ProgramState& s : program.states()) {
    for (const ProgramTransition* t : chosen_transitions(s, others)) {
      const std::vector<Term> unknowns = unknowns_of(*t);
      for (const BoundaryCase& c : boundary_cases(t->guard, unknowns)) {
        out.push_back({t->index, c});
      }
    }
  }
  return out;
}

}  // namespace

std::vector<BoundaryCase> boundary_cases(Term guard,
                                         std::span<const Term> unknowns) {
  return Cases(unknowns).of(guard);
}

Term on_side(TermManager& terms, const BoundaryCase& which) {
  const Term atom = which.atom;
  if (which.side == Side::holds) return atom;
  if (!is_equation(atom)) return terms.logical_not(atom);
  return which.side == Side::fails ? terms.make(Op::less, {atom[0], atom[1]})
                                   : terms.make(Op::less, {atom[1], atom[0]});
}

Term decides(TermManager& terms, Term guard, const BoundaryCase& which) {
  const bool holds = which.side == Side::holds;
  // Unique cause: with the atom reversed and everything else equal, the guard
  // does not hold.
  const Term as_is = with_truth(terms, guard, which.atom, holds);
  const Term flipped = with_truth(terms, guard, which.atom, !holds);
  const std::vector<Term> parts{
      on_side(terms, which), as_is, terms.logical_not(flipped)};
  return logic::simplify(terms, terms.logical_and(parts));
}

Term distance(TermManager& terms, const BoundaryCase& which) {
  const Term atom = which.atom;
  if (atom.op() == Op::variable) return {};
  // An equation that holds has no distance.
  if (is_equation(atom) && which.side == Side::holds) return {};
  const bool left_is_less =
      is_equation(atom) ? which.side == Side::fails : which.side == Side::holds;
  return left_is_less ? terms.make(Op::sub, {atom[1], atom[0]})
                      : terms.make(Op::sub, {atom[0], atom[1]});
}

BoundaryPlan::BoundaryPlan(const TreeProgram& program,
                           bool others,
                           std::uint64_t number) {
  const std::vector<Numbered> cases = all_cases(program, others);
  const std::uint64_t size = std::max<std::size_t>(cases.size(), 1);
  if (!cases.empty()) {
    const Numbered& chosen = cases[number % size];
    transition_ = chosen.transition;
    case_ = chosen.which;
  }
  // After four rounds the ends are drawn at random (Ends::any).
  if (number / size < kEnds) ends_ = static_cast<Ends>(number / size);
}

std::optional<BoundaryCase> BoundaryPlan::of(
    const ProgramTransition& transition) const {
  return transition.index == transition_ ? case_ : std::nullopt;
}

std::vector<const ProgramTransition*> chosen_transitions(
    const ProgramState& state, bool others) {
  std::vector<const ProgramTransition*> out;
  for (const ProgramTransition& t : state.stimulations) out.push_back(&t);
  if (!others) return out;
  for (const std::size_t i : state.awaited) {
    out.push_back(&state.observations[i]);
  }
  return out;
}

std::size_t count_boundary_cases(const TreeProgram& program, bool others) {
  return all_cases(program, others).size();
}

std::size_t most_boundary_cases(const suite::Suite& suite, bool others) {
  std::size_t most = 0;
  for (const suite::Test& test : suite.tests) {
    if (!suite::is_automaton(test)) continue;
    try {
      const TreeProgram program(test.tree, suite.signature);
      most = std::max(most, count_boundary_cases(program, others));
    } catch (const base::InputError&) {
      continue;  // running it says what is wrong
    }
  }
  return most;
}

}  // namespace catenary::exec
