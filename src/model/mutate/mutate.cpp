// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutation operators of timed automata. A mutant is a closure that changes a
/// copy, so that thousands of mutants take little memory.
#include "model/mutate/mutate.h"

#include <cstdio>
#include <set>
#include <utility>

#include "logic/term/traverse.h"
#include "model/mutate/rewrite_terms.h"

namespace catenary::model {

namespace {

using logic::SortKind;
using logic::Term;
using Kind = TimedStatement::Kind;

/// The index that stands for the statements of the initialisation.
constexpr std::uint32_t kInit = ~std::uint32_t{0};

/// The statements of a transition, or of the initialisation.
std::vector<TimedStatement>& statements_of(TimedAutomaton& automaton,
                                           std::uint32_t transition) {
  return transition == kInit ? automaton.init
                             : automaton.transitions.at(transition).statements;
}

/// Enumerates the mutants of an automaton, by transition and statement.
class AutomatonMutants {
 public:
  explicit AutomatonMutants(const TimedAutomaton& automaton)
      : automaton_(automaton), terms_(*automaton.terms) {
    for (const TimedVariable& v : automaton.variables) {
      if (v.clock) clocks_.insert(v.term);
    }
  }

  std::vector<TimedMutant> all() {
    for (std::uint32_t t = 0; t < automaton_.transitions.size(); ++t) {
      of_statements(t, automaton_.transitions[t].statements);
      of_communication(t);
      of_target(t);
    }
    of_statements(kInit, automaton_.init);
    for (std::uint32_t s = 0; s < automaton_.states.size(); ++s) {
      extra_outputs(s);
    }
    return std::move(out_);
  }

 private:
  /// The transition for people.
  [[nodiscard]] std::string name(std::uint32_t transition) const {
    return transition == kInit ? "start" : automaton_.qualified(transition);
  }

  /// Appends a mutant.
  void add(const char* kind,
           const base::SourceLocation& where,
           std::string text,
           std::function<void(TimedAutomaton&)> change) {
    char id[24];
    // Numbered in order of creation: the ids are stable for a model.
    std::snprintf(id, sizeof id, "m%03zu", out_.size() + 1);
    out_.push_back({{id, kind, where, std::move(text)}, std::move(change)});
  }

  /// Whether a term reads a clock.
  bool is_timed(Term term) const {
    for (const Term t : logic::subterms(term)) {
      if (clocks_.contains(t)) return true;
    }
    return false;
  }

  /// Mutants of each statement, by its kind.
  void of_statements(std::uint32_t transition,
                     const std::vector<TimedStatement>& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      switch (statements[i].kind) {
        case Kind::guard:
          of_guard(transition, i, statements[i]);
          break;
        case Kind::assign:
          of_assignments(transition, i, statements[i]);
          break;
        case Kind::fresh:
          drop(transition, i, statements[i], "newfresh");
          break;
        case Kind::send:
          break;
      }
    }
  }

  /// Omits a statement.
  void drop(std::uint32_t transition,
            std::size_t at,
            const TimedStatement& s,
            const std::string& what) {
    add("dropped-assignment",
        s.where,
        name(transition) + ": " + what + " is dropped",
        [=](TimedAutomaton& a) {
          auto& list = statements_of(a, transition);
          list.erase(list.begin() + static_cast<std::ptrdiff_t>(at));
        });
  }

  /// Changes of a guard: of its atoms, omission of each conjunct, negation.
  /// Each resulting term is used once.
  void of_guard(std::uint32_t transition,
                std::size_t at,
                const TimedStatement& s) {
    // Changes of different atoms may give the same guard.
    std::set<Term> seen{s.condition};
    const auto becomes = [&](const char* kind, Term other) {
      if (!seen.insert(other).second) return;
      add(kind,
          s.where,
          name(transition) + ": guard " + infix(s.condition) + " becomes " +
              infix(other),
          [=](TimedAutomaton& a) {
            TimedStatement& changed = statements_of(a, transition).at(at);
            changed.condition = other;
            changed.text = infix(other);
          });
    };
    for (const Term atom : atoms_of(s.condition)) {
      for (const AtomChange& c :
           changes_of_atom(terms_, atom, is_timed(atom))) {
        becomes(c.kind, replaced(terms_, s.condition, atom, c.atom));
      }
    }
    const std::vector<Term> parts = conjuncts_of(s.condition);
    for (const Term part : parts) {
      std::vector<Term> rest;
      for (const Term p : parts) {
        if (!(p == part)) rest.push_back(p);
      }
      becomes("dropped-conjunct",
              rest.empty() ? terms_.boolean(true) : terms_.logical_and(rest));
    }
    becomes("negate", terms_.logical_not(s.condition));
  }

  /// Changes of assigned values, and omission of single assignments.
  void of_assignments(std::uint32_t transition,
                      std::size_t at,
                      const TimedStatement& s) {
    for (std::size_t i = 0; i < s.assignments.size(); ++i) {
      const TimedVariable& v = automaton_.variables[s.assignments[i].variable];
      const Term value = s.assignments[i].value;
      const auto becomes = [&](Term other) {
        add("assigned-value",
            s.where,
            name(transition) + ": " + v.name + " := " + infix(value) +
                " becomes " + infix(other),
            [=](TimedAutomaton& a) {
              statements_of(a, transition).at(at).assignments.at(i).value =
                  other;
            });
      };
      if (value.sort().kind() == SortKind::boolean) {
        becomes(terms_.logical_not(value));
      } else {
        becomes(plus(terms_, value, 1));
        // A clock that is set to a negative value has no meaning.
        if (!v.clock) becomes(plus(terms_, value, -1));
      }
      // At the start, a dropped one would leave the value open.
      if (transition == kInit) continue;
      add("dropped-assignment",
          s.where,
          name(transition) + ": " + v.name + " := " + infix(value) +
              " is dropped",
          [=](TimedAutomaton& a) {
            auto& list = statements_of(a, transition).at(at).assignments;
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
          });
    }
  }

  /// Another channel, other sent data, and omission of the transition.
  void of_communication(std::uint32_t transition) {
    const TimedTransition& t = automaton_.transitions[transition];
    if (t.action != TimedAction::internal) of_channel(transition, t);
    for (std::size_t i = 0; i < t.sent.size(); ++i) {
      of_sent(transition, t, i);
    }
    const char* kind = t.action == TimedAction::output  ? "missing-output"
                       : t.action == TimedAction::input ? "missing-input"
                                                        : "missing-step";
    add(kind,
        t.where,
        name(transition) + " is removed",
        [=](TimedAutomaton& a) {
          TimedTransition& gone = a.transitions.at(transition);
          gone.statements.clear();
          // It keeps its number but nothing can take it, so indices in other
          // transitions and mutants stay right.
          TimedStatement never;
          never.condition = a.terms->boolean(false);
          never.text = "false";
          never.where = gone.where;
          gone.statements.push_back(never);
          // An output transition has exactly one send statement.
          if (gone.action == TimedAction::output) {
            TimedStatement send;
            send.kind = Kind::send;
            send.where = gone.action_where;
            gone.statements.push_back(send);
          }
        });
  }

  /// Channels of the same direction and parameter sorts are exchanged.
  void of_channel(std::uint32_t transition, const TimedTransition& t) {
    const TimedChannel& now = automaton_.channels[t.channel];
    for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
      const TimedChannel& other = automaton_.channels[c];
      if (c == t.channel || other.input != now.input || !same_sorts(now, other))
        continue;
      add("channel",
          t.action_where,
          name(transition) + ": " + now.name + " becomes " + other.name,
          [=](TimedAutomaton& a) { a.transitions.at(transition).channel = c; });
    }
  }

  /// Whether messages of one channel could be sent on the other.
  static bool same_sorts(const TimedChannel& a, const TimedChannel& b) {
    if (a.parameters.size() != b.parameters.size()) return false;
    for (std::size_t i = 0; i < a.parameters.size(); ++i) {
      if (a.parameters[i].type.sort() != b.parameters[i].type.sort()) {
        return false;
      }
    }
    return true;
  }

  /// Sent values are shifted or negated, or become another variable.
  void of_sent(std::uint32_t transition,
               const TimedTransition& t,
               std::size_t at) {
    const Term value = t.sent[at];
    std::set<Term> seen{value};
    const auto becomes = [&](const char* kind, Term other) {
      if (!seen.insert(other).second) return;
      add(kind,
          t.action_where,
          name(transition) + ": sends " + infix(other) + " instead of " +
              infix(value),
          [=](TimedAutomaton& a) {
            a.transitions.at(transition).sent.at(at) = other;
          });
    };
    if (value.sort().kind() == SortKind::boolean) {
      becomes("sent-value", terms_.logical_not(value));
    } else {
      becomes("sent-value", plus(terms_, value, 1));
      becomes("sent-value", plus(terms_, value, -1));
    }
    for (const TimedVariable& v : automaton_.variables) {
      // A clock as a sent value would be another kind of fault.
      if (!v.clock && v.term.sort() == value.sort()) {
        becomes("sent-variable", v.term);
      }
    }
  }

  /// Every other state as the target.
  void of_target(std::uint32_t transition) {
    const TimedTransition& t = automaton_.transitions[transition];
    for (std::uint32_t s = 0; s < automaton_.states.size(); ++s) {
      if (s == t.to) continue;
      add("target",
          t.where,
          name(transition) + ": leads to " + automaton_.states[s].name +
              " instead of " + automaton_.states[t.to].name,
          [=](TimedAutomaton& a) { a.transitions.at(transition).to = s; });
    }
  }

  /// Adds an output that is possible at any time, with default values, and
  /// leads back to the state.
  void extra_outputs(std::uint32_t state) {
    for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
      const TimedChannel& channel = automaton_.channels[c];
      if (channel.input) continue;
      std::vector<Term> sent;
      for (const TimedParameter& p : channel.parameters) {
        sent.push_back(terms_.constant(logic::default_value(p.type.sort())));
      }
      add("extra-output",
          automaton_.states[state].where,
          automaton_.states[state].name + ": may send " + channel.name +
              " at any time",
          [=](TimedAutomaton& a) {
            TimedTransition extra;
            extra.name = "extra";
            extra.from = extra.to = state;
            extra.action = TimedAction::output;
            extra.channel = c;
            extra.sent = sent;
            extra.where = extra.action_where = a.states.at(state).where;
            TimedStatement send;
            send.kind = Kind::send;
            send.where = extra.where;
            extra.statements.push_back(send);
            a.states.at(state).transitions.push_back(
                static_cast<std::uint32_t>(a.transitions.size()));
            a.transitions.push_back(std::move(extra));
          });
    }
  }

  const TimedAutomaton& automaton_;
  logic::TermManager& terms_;
  std::set<Term> clocks_;
  std::vector<TimedMutant> out_;
};

}  // namespace

const std::vector<MutationOperator>& timed_operators() {
  // In the order of the documentation.
  static const std::vector<MutationOperator> kOperators = {
      {"relation", "another relation in a comparison of a guard"},
      {"constant", "a constant or bound of a guard one larger or smaller"},
      {"deadline", "a bound of a clock later or earlier"},
      {"negate", "a guard, or a Boolean of it, negated"},
      {"dropped-conjunct", "one part of a guard is not asked"},
      {"assigned-value", "an assigned value one larger or smaller, or negated"},
      {"dropped-assignment", "an assignment, clock reset or newfresh left out"},
      {"channel", "a message on another channel"},
      {"sent-value", "a sent value one larger or smaller, or negated"},
      {"sent-variable", "another variable is sent"},
      {"missing-output", "a transition with an output removed"},
      {"missing-input", "a transition with an input removed"},
      {"missing-step", "an internal transition removed"},
      {"target", "a transition leads to another state"},
      {"extra-output", "an output more, at any time"},
  };
  return kOperators;
}

std::vector<TimedMutant> timed_mutants(const TimedAutomaton& automaton) {
  return AutomatonMutants(automaton).all();
}

TimedAutomaton mutate(const TimedAutomaton& automaton,
                      const TimedMutant& mutant) {
  TimedAutomaton out = automaton;
  mutant.change(out);
  return out;
}

std::optional<TimedMutant> find_mutant(const TimedAutomaton& automaton,
                                       std::string_view id) {
  // All are made, which is fast: only one of them is carried out.
  for (TimedMutant& m : timed_mutants(automaton)) {
    if (m.mutation.id == id) return std::move(m);
  }
  return std::nullopt;
}

}  // namespace catenary::model
