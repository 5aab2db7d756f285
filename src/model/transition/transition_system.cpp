// SPDX-License-Identifier: Apache-2.0
#include "model/transition/transition_system.h"

#include <set>

#include "base/check.h"
#include "logic/term/traverse.h"

namespace catenary::model {

namespace {

using logic::Term;

/// Checks that a term has no variables but these.
void check_scope(Term term, const std::set<Term>& known) {
  for (const Term x : logic::free_variables(term)) {
    CATENARY_CHECK(known.contains(x), "a term over variables of the system");
  }
}

}  // namespace

void check(const TransitionSystem& system) {
  std::set<Term> known;
  for (const TransitionSystem::State& s : system.states) {
    CATENARY_CHECK(s.variable.valid() && s.next.valid() &&
                       s.next.sort() == s.variable.sort(),
                   "a state variable with a next value of its sort");
    if (s.init.valid()) {
      CATENARY_CHECK(s.init.sort() == s.variable.sort(),
                     "an initial value of the variable's sort");
      check_scope(s.init, known);
    }
    CATENARY_CHECK(known.insert(s.variable).second, "a variable occurs once");
  }
  for (const TransitionSystem::Input& i : system.inputs) {
    CATENARY_CHECK(i.variable.valid() && known.insert(i.variable).second,
                   "a variable occurs once");
  }
  for (const TransitionSystem::State& s : system.states) {
    check_scope(s.next, known);
  }
  for (const auto* list : {&system.outputs,
                           &system.constraints,
                           &system.goals,
                           &system.properties}) {
    for (const TransitionSystem::Named& n : *list) {
      check_scope(n.term, known);
      CATENARY_CHECK(list == &system.outputs ||
                         n.term.sort().kind() == logic::SortKind::boolean,
                     "a Boolean condition");
    }
  }
}

}  // namespace catenary::model
