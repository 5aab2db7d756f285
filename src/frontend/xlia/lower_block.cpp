// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers blocks to basic statements: guards, simultaneous assignments and
/// newfresh, each under a condition over the state in which it is executed.
///
/// An `if` is lowered statement by statement where its branches do not change
/// the variables of its condition: then the condition has the same value at
/// each statement. Otherwise both branches are executed symbolically from the
/// state before the `if`, and their effects are merged by if-then-else, as in
/// symbolic execution with state merging.
#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "frontend/xlia/lower.h"
#include "logic/term/infix.h"
#include "logic/term/substitute.h"
#include "logic/term/traverse.h"

namespace catenary::frontend::xlia {

using logic::Op;
using logic::Term;
using model::TimedStatement;

namespace {

/// Whether a variable of the set is free in the term.
bool mentions(Term t, const std::set<Term>& variables) {
  return std::ranges::any_of(logic::free_variables(t),
                             [&](Term v) { return variables.contains(v); });
}

}  // namespace

std::vector<TimedStatement> BlockLowering::run(const Block& block) {
  direct(block, {});
  return std::move(out_);
}

Term BlockLowering::all(const Path& path) {
  if (path.size() < 2) return automaton_.terms->logical_and(path);
  return computed(*automaton_.terms, Op::logical_and, path);
}

Term BlockLowering::negated(Term condition) {
  return computed(*automaton_.terms, Op::logical_not, std::array{condition});
}

Term BlockLowering::choice(Term condition, Term then, Term otherwise) {
  logic::TermManager& terms = *automaton_.terms;
  if (then == otherwise) return then;
  if (then.sort() != otherwise.sort()) {
    const model::DataType real{model::DataType::Base::rational, false, false};
    then = model::convert_to(terms, real, then);
    otherwise = model::convert_to(terms, real, otherwise);
  }
  return terms.ite(condition, then, otherwise);
}

Term BlockLowering::under(const Path& path,
                          Term value,
                          std::uint32_t variable) {
  const Term old = automaton_.variables[variable].term;
  // From the innermost condition outwards, so that the term nests like the
  // text.
  for (auto c = path.rbegin(); c != path.rend(); ++c) {
    value = choice(*c, value, old);
  }
  return value;
}

void BlockLowering::guard(const Statement& s,
                          Term condition,
                          const Path& path,
                          Place where) {
  TimedStatement out;
  out.kind = TimedStatement::Kind::guard;
  // A guard under a condition restricts only runs in which the condition holds.
  for (auto c = path.rbegin(); c != path.rend(); ++c) {
    condition = automaton_.terms->implies(*c, condition);
  }
  out.condition = condition;
  out.where = problems_.location(where);
  out.text = s.arguments[0].source;
  out_.push_back(std::move(out));
}

void BlockLowering::direct(const Block& block, const Path& path) {
  if (block.simultaneous) {
    Frame frame;
    simultaneous(block, path, frame);
    emit(frame, path, block.where);
    return;
  }
  for (const Statement& s : block.statements) direct(s, path);
}

void BlockLowering::direct(const Statement& s, const Path& path) {
  switch (s.kind) {
    case Statement::Kind::input:
    case Statement::Kind::output:
      communicate(s, {});
      return;
    case Statement::Kind::guard: {
      const Term condition = scope_.condition(s.arguments[0], "a guard");
      if (condition.valid()) {
        guard(s, condition, path, s.arguments[0].where);
      }
      return;
    }
    case Statement::Kind::assign:
    case Statement::Kind::fresh: {
      Frame frame;
      joint(s, path, frame);
      emit(frame, path, s.where);
      return;
    }
    case Statement::Kind::conditional: {
      // Nested statements count too: `assigned` is what may change while the
      // condition is still needed.
      std::set<Term> assigned;
      collect_assigned(s.then, assigned);
      collect_assigned(s.otherwise, assigned);
      const Term c = scope_.condition(s.arguments[0], "the condition of 'if'");
      if (c.valid() && mentions(c, assigned)) {
        Frame frame;
        joint(s, path, frame);
        emit(frame, path, s.where);
        return;
      }
      const Term known = c.valid() ? c : automaton_.terms->boolean(true);
      ++conditional_;
      Path inner = path;
      inner.push_back(known);
      direct(s.then, inner);
      inner.back() = negated(known);
      direct(s.otherwise, inner);
      --conditional_;
      return;
    }
    case Statement::Kind::block:
      direct(s.then, path);
      return;
  }
}

/// In sequence, each statement reads the frame that those before it left.
void BlockLowering::joint(const Block& block, const Path& path, Frame& frame) {
  if (block.simultaneous) return simultaneous(block, path, frame);
  for (const Statement& s : block.statements) joint(s, path, frame);
}

void BlockLowering::joint(const Statement& s, const Path& path, Frame& frame) {
  switch (s.kind) {
    case Statement::Kind::input:
    case Statement::Kind::output:
      communicate(s, frame);
      return;
    case Statement::Kind::guard: {
      // The guard is emitted before the effect, so that it must be over the
      // state before it.
      Term t = scope_.condition(s.arguments[0], "a guard");
      if (t.valid()) t = before(t, frame, s.where);
      if (t.valid()) guard(s, t, path, s.arguments[0].where);
      return;
    }
    case Statement::Kind::assign: {
      const auto v = scope_.assignable(s.name, "assigned");
      if (!v) {
        (void)scope_.term(s.arguments[0]);  // for its own faults
        return;
      }
      Term t = scope_.value(s.arguments[0],
                            automaton_.variables[*v].type,
                            "'" + s.name.text + "'");
      if (t.valid()) t = before(t, frame, s.where);
      // After the substitution a value may be constant, and is checked against
      // the type again.
      if (t.valid() && !frame.values.empty()) {
        t = scope_.fitted(
            t, automaton_.variables[*v].type, s.where, "'" + s.name.text + "'");
      }
      if (!t.valid() || !still_assignable(*v, frame, s.where)) return;
      frame.values[*v] = t;
      frame.touched.insert(*v);
      return;
    }
    case Statement::Kind::fresh: {
      const auto v = scope_.assignable(s.name, "made fresh");
      if (!v || !still_assignable(*v, frame, s.where)) return;
      frame.values.erase(*v);
      frame.fresh[*v] = all(path);
      frame.touched.insert(*v);
      return;
    }
    case Statement::Kind::conditional:
      branches(s, path, frame);
      return;
    case Statement::Kind::block:
      joint(s.then, path, frame);
      return;
  }
}

void BlockLowering::branches(const Statement& s,
                             const Path& path,
                             Frame& frame) {
  Term c = scope_.condition(s.arguments[0], "the condition of 'if'");
  if (c.valid()) c = before(c, frame, s.where);
  if (!c.valid()) c = automaton_.terms->boolean(true);
  Frame yes = frame;
  Frame no = frame;
  ++conditional_;
  Path inner = path;
  inner.push_back(c);
  joint(s.then, inner, yes);
  inner.back() = negated(c);
  joint(s.otherwise, inner, no);
  --conditional_;
  frame.touched.insert(yes.touched.begin(), yes.touched.end());
  frame.touched.insert(no.touched.begin(), no.touched.end());
  // The merge: for each variable that a branch has changed, the value of each
  // branch, or its value before the effect.
  for (const std::uint32_t v : frame.touched) {
    const auto in = [&](const Frame& f) {
      const auto it = f.values.find(v);
      return it == f.values.end() ? automaton_.variables[v].term : it->second;
    };
    const Term then = in(yes);
    const Term otherwise = in(no);
    const bool fresh_yes = yes.fresh.contains(v);
    const bool fresh_no = no.fresh.contains(v);
    // A value that was arbitrary before the `if` stays so in both branches.
    if (!frame.fresh.contains(v) && (fresh_yes || fresh_no)) {
      frame.fresh[v] = !fresh_no    ? yes.fresh[v]
                       : !fresh_yes ? no.fresh[v]
                                    : automaton_.terms->logical_or(yes.fresh[v],
                                                                   no.fresh[v]);
    }
    const Term merged = choice(c, then, otherwise);
    if (merged == automaton_.variables[v].term) {
      frame.values.erase(v);
    } else {
      frame.values[v] = merged;
    }
  }
}

void BlockLowering::simultaneous(const Block& block,
                                 const Path& path,
                                 Frame& frame) {
  if (simultaneous_++ == 0) watch_received(block);
  const Frame start = frame;
  std::set<std::uint32_t> touched;
  for (const Statement& s : block.statements) {
    Frame own = start;
    own.touched.clear();
    joint(s, path, own);
    for (const std::uint32_t v : own.touched) {
      if (!touched.insert(v).second) {
        problems_.error(s.where,
                        "'" + automaton_.variables[v].name +
                            "' gets two values in one simultaneous block: "
                            "expected one",
                        "xlia-simultaneous");
        continue;
      }
      frame.touched.insert(v);
      frame.values.erase(v);
      frame.fresh.erase(v);
      if (own.values.contains(v)) frame.values[v] = own.values[v];
      if (own.fresh.contains(v)) frame.fresh[v] = own.fresh[v];
    }
  }
  if (--simultaneous_ == 0) scope_.watch({}, "");
}

void BlockLowering::emit(const Frame& frame, const Path& path, Place where) {
  TimedStatement assign;
  assign.kind = TimedStatement::Kind::assign;
  assign.where = problems_.location(where);
  std::set<Term> changed;  // by what is emitted so far
  for (const std::uint32_t v : frame.touched) {
    const auto value = frame.values.find(v);
    if (value == frame.values.end()) continue;
    changed.insert(automaton_.variables[v].term);
    assign.assignments.push_back({v, under(path, value->second, v)});
  }
  // newfresh is a statement of its own, before or after the assignment. It
  // comes first where no other part of the effect reads the variable: the
  // others then still see the state before the effect. Otherwise it comes after
  // them.
  const auto fresh = [&](std::uint32_t v, Term condition) {
    TimedStatement out;
    out.kind = TimedStatement::Kind::fresh;
    out.condition = condition;
    out.assignments.push_back({v, automaton_.variables[v].term});
    out.where = assign.where;
    out_.push_back(std::move(out));
  };
  std::vector<std::uint32_t> late;
  for (const auto& [v, condition] : frame.fresh) {
    const std::set<Term> self = {automaton_.variables[v].term};
    bool asked = frame.values.contains(v);
    for (const auto& a : assign.assignments) {
      asked = asked || mentions(a.value, self);
    }
    for (const auto& [other, its] : frame.fresh) {
      asked = asked || (other != v && mentions(its, self));
    }
    if (asked) {
      late.push_back(v);
    } else {
      fresh(v, condition);
    }
  }
  if (!assign.assignments.empty()) out_.push_back(assign);
  for (const std::uint32_t v : late) {
    const Term condition = frame.fresh.at(v);
    if (mentions(condition, changed)) {
      problems_.error(where,
                      "newfresh(" + automaton_.variables[v].name +
                          ") under a condition on a variable that changes "
                          "with it is outside of the subset of XLIA that is "
                          "read",
                      "xlia-outside");
      continue;
    }
    fresh(v, condition);
    changed.insert(automaton_.variables[v].term);
  }
}

bool BlockLowering::still_assignable(std::uint32_t variable,
                                     const Frame& frame,
                                     Place where) {
  if (!frame.fresh.contains(variable)) return true;
  problems_.error(where,
                  "using '" + automaton_.variables[variable].name +
                      "' after its newfresh, together with other conditional "
                      "or simultaneous statements, is outside of the subset of "
                      "XLIA that is read",
                  "xlia-outside");
  return false;
}

Term BlockLowering::before(Term t, const Frame& frame, Place where) {
  // Substitution is simultaneous: values are over the state before the frame.
  logic::Substitution substitution;
  for (const auto& [v, value] : frame.values) {
    const model::TimedVariable& variable = automaton_.variables[v];
    // An integer variable cannot stand for a Real value in a term of sort Int.
    if (value.sort() != variable.term.sort()) {
      if (!mentions(t, {variable.term})) continue;
      problems_.error(where,
                      "using the integer '" + variable.name +
                          "' after a rational was assigned to it, together "
                          "with other conditional or simultaneous statements, "
                          "is outside of the subset of XLIA that is read",
                      "xlia-outside");
      return {};
    }
    substitution[variable.term] = value;
  }
  for (const auto& [v, condition] : frame.fresh) {
    if (mentions(t, {automaton_.variables[v].term}) &&
        !still_assignable(v, frame, where)) {
      return {};
    }
  }
  // lift_conditions() moves if-then-else to the top, where statements can
  // express it; the term may grow exponentially, so that there is a bound.
  if (substitution.empty()) return t;
  const Term lifted = logic::lift_conditions(
      *automaton_.terms, substitute(*automaton_.terms, t, substitution));
  if (!lifted.valid()) {
    problems_.error(where,
                    "the effect of these nested conditional statements is too "
                    "large: expected fewer conditions on what they assign",
                    "xlia-size");
  }
  return lifted.valid() ? computed(*automaton_.terms, lifted) : lifted;
}

void BlockLowering::collect_assigned(const Block& block,
                                     std::set<Term>& out) const {
  for (const Statement& s : block.statements) {
    if (s.kind == Statement::Kind::assign || s.kind == Statement::Kind::fresh) {
      const auto v = automaton_.find_variable(s.name.text);
      if (v) out.insert(automaton_.variables[*v].term);
    }
    collect_assigned(s.then, out);
    collect_assigned(s.otherwise, out);
  }
}

}  // namespace catenary::frontend::xlia
