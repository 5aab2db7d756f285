// SPDX-License-Identifier: Apache-2.0
/// \file
/// Ranges of allowed outputs, by exact solutions where possible, else by the
/// solver's optimisation.
#include "exec/tree/tree_explain.h"

#include <algorithm>
#include <optional>

#include "exec/stimulation.h"
#include "logic/arithmetic/number.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::exec {
namespace {

using logic::SortKind;
using logic::Term;
using Direction = ConstraintSolver::Direction;

/// One end of the range of `unknown`; nothing if the solver has no answer.
std::optional<mpq_class> end_of(TreeProgram& program,
                                Term formula,
                                const std::vector<Term>& unknowns,
                                Term unknown,
                                Direction direction,
                                ConstraintSolver& solver,
                                Solvable& answer) {
  logic::Assignment found;
  std::string why;
  answer = solver.optimise(
      program.terms(), formula, unknowns, unknown, direction, found, why);
  const logic::Value* value = found.find(unknown);
  if (answer != Solvable::yes || value == nullptr) return std::nullopt;
  return logic::number_of(*value);
}

/// The range of one unknown, for people; empty if the formula cannot hold, "?"
/// if the range is unknown.
std::string range_of(TreeProgram& program,
                     Term formula,
                     const std::vector<Term>& unknowns,
                     Term unknown,
                     ConstraintSolver* solver) {
  if (unknown.sort().kind() == SortKind::boolean) return "?";
  if (!formula.has_quantifier()) {
    const auto set = own_solutions(program.terms(), formula, unknown);
    if (set) return set->empty() ? "" : set->to_string(suite::show_time);
  }
  if (solver == nullptr) return "?";
  Solvable answer = Solvable::unknown;
  const auto lo = end_of(
      program, formula, unknowns, unknown, Direction::least, *solver, answer);
  if (answer == Solvable::no) return "";
  if (!lo) return "?";
  const auto hi = end_of(program,
                         formula,
                         unknowns,
                         unknown,
                         Direction::greatest,
                         *solver,
                         answer);
  if (!hi) return "?";
  if (*lo == *hi) return suite::show_time(*lo);
  // "about": the range may have gaps, and open ends are approximated.
  return "about " + suite::show_time(*lo) + " to " + suite::show_time(*hi);
}

/// The text for one transition; empty if it could not have been taken.
std::string describe_output(TreeProgram& program,
                            const ProgramTransition& transition,
                            const suite::Channel& channel,
                            const logic::Assignment& known,
                            const mpq_class& time_out,
                            ConstraintSolver* solver) {
  std::vector<Term> unknowns = transition.variables;
  if (transition.delay.valid()) unknowns.push_back(transition.delay);
  logic::TermManager& terms = program.terms();
  Term formula = with_values(terms, transition.guard, known, unknowns);
  // The delay is limited by the time-out of the state.
  if (transition.delay.valid()) {
    const Term zero = terms.constant(logic::Value::real(0));
    const Term limit = terms.constant(logic::Value::real(time_out));
    const Term d = transition.delay;
    const Term from = terms.make(logic::Op::less_equal, {zero, d});
    const Term to = terms.make(logic::Op::less_equal, {d, limit});
    formula = logic::simplify(
        terms, terms.logical_and(std::vector<Term>{formula, from, to}));
  }
  if (formula.is_false()) return "";
  std::string out = channel.name;
  for (std::size_t i = 0; i < unknowns.size(); ++i) {
    const std::string range =
        range_of(program, formula, unknowns, unknowns[i], solver);
    if (range.empty()) return "";
    const bool is_delay = i == transition.variables.size();
    if (is_delay) {
      if (i > 0) out += ")";
      out += " after " + range;
    } else {
      out += (i == 0 ? "(" : ", ") + range;
    }
  }
  if (!transition.delay.valid() && !unknowns.empty()) out += ")";
  return out;
}

}  // namespace

std::string show_message(const suite::Channel& channel,
                         const std::vector<logic::Value>& values) {
  std::string out = channel.name;
  for (std::size_t i = 0; i < values.size(); ++i) {
    out += (i == 0 ? "(" : ", ") + values[i].to_string();
  }
  return values.empty() ? out : out + ")";
}

std::string allowed_outputs(TreeProgram& program,
                            const ProgramState& state,
                            const suite::Signature& signature,
                            const logic::Assignment& known,
                            ConstraintSolver* solver) {
  std::vector<std::string> texts;
  for (const ProgramTransition& t : state.observations) {
    const suite::Channel& channel = signature.channels[t.source->channel];
    const bool fails =
        t.source->to_leaf &&
        program.tree().leaves[t.source->to].verdict == suite::Verdict::fail;
    if (fails || channel.direction != suite::Direction::output) continue;
    std::string text = describe_output(
        program, t, channel, known, state.source->time_out, solver);
    if (text.empty()) continue;
    // Several transitions may allow the same output.
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
      texts.push_back(std::move(text));
    }
  }
  if (texts.empty()) return "no output";
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += " or ";
    out += text;
  }
  return out;
}

}  // namespace catenary::exec
