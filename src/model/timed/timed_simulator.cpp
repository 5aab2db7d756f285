// SPDX-License-Identifier: Apache-2.0
/// \file
/// Execution of timed transitions over cells. A concrete step is the special
/// case of a point cell with constant values.
#include "model/timed/timed_simulator.h"

#include <utility>

#include "base/check.h"

namespace catenary::model {

using logic::CellEnvironment;
using logic::CellEvaluator;
using logic::CellSolution;
using logic::CellValue;
using logic::NumberSet;
using logic::Op;
using logic::Value;

namespace {

/// Concrete values as constants.
std::vector<CellValue> cells_of(std::span<const Value> values) {
  std::vector<CellValue> out;
  for (const Value& v : values) out.push_back(CellValue::of(v));
  return out;
}

/// Converts as convert_to(): clocks and Reals keep their value, integers take
/// the floor.
CellValue converted(CellEvaluator& evaluator,
                    const DataType& type,
                    const CellValue& value) {
  if (type.base != DataType::Base::integer) return value;
  return evaluator.apply(Op::to_int, {value});
}

/// Whether converting a value to the type keeps it: the function of that name
/// for terms (timed_automaton.h), on cells.
CellValue is_of_type(CellEvaluator& evaluator,
                     const DataType& type,
                     const CellValue& value) {
  if (type.base == DataType::Base::boolean) return CellValue::boolean(true);
  if (value.is_unknown()) return value;
  std::vector<CellValue> all;
  if (type.base == DataType::Base::integer) {
    all.push_back(evaluator.apply(Op::is_int, {value}));
  }
  if (type.non_negative) {
    const CellValue zero = CellValue::number(0, true);
    all.push_back(evaluator.apply(Op::less_equal, {zero, value}));
  }
  return evaluator.apply(Op::logical_and, all);
}

/// The types of the newfresh statements, in order.
std::vector<DataType> types_of_fresh(
    const TimedAutomaton& automaton,
    const std::vector<TimedStatement>& statements) {
  std::vector<DataType> out;
  for (const TimedStatement& s : statements) {
    if (s.kind != TimedStatement::Kind::fresh) continue;
    out.push_back(automaton.variables.at(s.assignments.at(0).variable).type);
  }
  return out;
}

}  // namespace

/// The execution of statements over one cell: the values of all variables as
/// functions of the unknown, and the condition under which the step is
/// possible.
class TimedSimulator::Run {
 public:
  Run(const TimedAutomaton& automaton, CellEvaluator& evaluator)
      : automaton_(automaton), evaluator_(evaluator) {}

  void set(std::uint32_t variable, CellValue value) {
    environment_[automaton_.variables.at(variable).term] = std::move(value);
  }
  [[nodiscard]] const CellValue* find(std::uint32_t variable) const {
    const auto at = environment_.find(automaton_.variables.at(variable).term);
    return at == environment_.end() ? nullptr : &at->second;
  }

  /// Adds a condition under which the step is possible. False outweighs
  /// unknown: a later false makes the step impossible whatever the unknown
  /// condition is.
  void require(const CellValue& condition,
               const base::SourceLocation& place,
               const std::string& text) {
    if (over()) return;
    if (condition.is_unknown()) {
      if (possible_.is_unknown()) return;
      possible_ = condition;
    } else if (!condition.truth) {
      possible_ = condition;
    } else {
      return;
    }
    where_ = place;
    reason_ = text;
  }
  /// Requires a value to be one of a type.
  void require_type(const DataType& type,
                    const CellValue& value,
                    const base::SourceLocation& place,
                    const std::string& what) {
    const CellValue is = is_of_type(evaluator_, type, value);
    if (!is.is_unknown() && is.truth) return;
    require(is, place, what + " is not of type " + type.to_string());
  }

  /// Assigns. A value out of range is noted and kept (or its floor for
  /// integers): the semantics of the model, reported as an error of the model.
  void store(std::uint32_t variable,
             const CellValue& value,
             const base::SourceLocation& place) {
    const TimedVariable& v = automaton_.variables.at(variable);
    const CellValue in_range = is_of_type(evaluator_, v.type, value);
    if (!v.clock && !in_range.is_unknown() && !in_range.truth &&
        !out_of_range_.known() && out_of_range_.line == 0) {
      out_of_range_ = place.known() ? place : v.where;
      out_of_range_variable_ = variable;
    }
    // A clock counts in rationals, whatever is declared.
    set(variable, v.clock ? value : converted(evaluator_, v.type, value));
  }

  /// Executes statements in order. `fresh` are values of newfresh statements;
  /// missing ones are unknown.
  void perform(const std::vector<TimedStatement>& statements,
               std::span<const CellValue> fresh,
               const TimedTransition* transition) {
    std::size_t next_fresh = 0;
    for (const TimedStatement& s : statements) {
      if (over()) return;
      switch (s.kind) {
        case TimedStatement::Kind::guard:
          require(evaluate(s.condition), s.where, "guard " + s.text);
          break;
        case TimedStatement::Kind::assign: {
          // All right-hand sides are evaluated before any variable changes.
          std::vector<CellValue> values;
          for (const TimedAssignment& a : s.assignments) {
            values.push_back(evaluate(a.value));
          }
          for (std::size_t i = 0; i < values.size(); ++i) {
            store(s.assignments[i].variable, values[i], s.where);
          }
          break;
        }
        case TimedStatement::Kind::fresh: {
          const std::size_t at = next_fresh++;
          choose(s,
                 at < fresh.size()
                     ? fresh[at]
                     : CellValue::unknown("a newfresh value is open"));
          break;
        }
        case TimedStatement::Kind::send:
          send(*transition);
          break;
      }
    }
  }

  /// Whether the result is settled: a split is needed, or the step is
  /// impossible.
  [[nodiscard]] bool over() const {
    return evaluator_.split().has_value() ||
           (!possible_.is_unknown() && !possible_.truth);
  }
  [[nodiscard]] const CellValue& possible() const { return possible_; }
  [[nodiscard]] const std::string& reason() const { return reason_; }
  [[nodiscard]] const base::SourceLocation& where() const { return where_; }

  std::uint32_t state_ = 0;
  mpq_class elapsed_;
  std::vector<Value> sent_;
  base::SourceLocation out_of_range_;
  std::uint32_t out_of_range_variable_ = 0;

 private:
  CellValue evaluate(logic::Term term) {
    return evaluator_.evaluate(term, environment_);
  }

  /// A newfresh statement: under its condition the variable takes the chosen
  /// value.
  void choose(const TimedStatement& s, const CellValue& value) {
    const std::uint32_t variable = s.assignments.at(0).variable;
    const TimedVariable& v = automaton_.variables.at(variable);
    const CellValue chosen =
        s.condition.valid() ? evaluate(s.condition) : CellValue::boolean(true);
    if (chosen.is_unknown()) {
      // Whether the variable changes is unknown, and so is its value.
      set(variable, chosen);
    } else if (chosen.truth) {
      if (!value.is_unknown()) {
        require_type(v.type, value, s.where, "newfresh " + v.name);
      }
      set(variable, value);
    }
  }

  /// Checks and records the values that are sent.
  void send(const TimedTransition& transition) {
    const TimedChannel& port = automaton_.channels.at(transition.channel);
    for (std::size_t i = 0; i < transition.sent.size(); ++i) {
      const CellValue value = evaluate(transition.sent[i]);
      const DataType& type = port.parameters.at(i).type;
      require_type(
          type, value, transition.action_where, "what goes to " + port.name);
      if (over()) return;
      if (value.is_constant()) {
        sent_.push_back(converted(evaluator_, type, value).value(type.sort()));
      }
    }
  }

  const TimedAutomaton& automaton_;
  CellEvaluator& evaluator_;
  CellEnvironment environment_;
  CellValue possible_ = CellValue::boolean(true);
  std::string reason_;
  base::SourceLocation where_;
};

TimedSimulator::TimedSimulator(const TimedAutomaton& automaton)
    : automaton_(automaton),
      hidden_(automaton.uninitialised()),
      initial_fresh_types_(types_of_fresh(automaton, automaton.init)) {
  for (const TimedTransition& t : automaton.transitions) {
    fresh_types_.push_back(types_of_fresh(automaton, t.statements));
  }
}

const std::vector<DataType>& TimedSimulator::fresh_types(
    std::uint32_t transition) const {
  return fresh_types_.at(transition);
}

const std::vector<DataType>& TimedSimulator::initial_fresh_types() const {
  return initial_fresh_types_;
}

TimedStep TimedSimulator::finish(const Run& run) const {
  TimedStep out;
  out.reason = run.reason();
  out.where = run.where();
  // A condition could not be decided.
  if (run.possible().is_unknown()) {
    out.outcome = TimedStep::Admission::undecided;
    out.reason += std::string(": ") + run.possible().why;
    return out;
  }
  if (!run.possible().truth) {
    out.outcome = TimedStep::Admission::refused;
    return out;
  }
  out.out_of_range = run.out_of_range_;
  out.out_of_range_variable = run.out_of_range_variable_;
  out.sent = run.sent_;
  out.after.state = run.state_;
  out.after.elapsed = run.elapsed_;
  for (std::uint32_t i = 0; i < automaton_.variables.size(); ++i) {
    const TimedVariable& v = automaton_.variables[i];
    const CellValue* value = run.find(i);
    // Every variable must be a constant in a concrete step.
    if (value == nullptr || !value->is_constant()) {
      out.outcome = TimedStep::Admission::undecided;
      out.reason = v.name + " has no value";
      if (value != nullptr) out.reason += std::string(": ") + value->why;
      out.where = v.where;
      return out;
    }
    out.after.values.push_back(
        value->value(v.clock ? logic::Sort::real() : v.type.sort()));
  }
  return out;
}

/// The values after the delay, before the first statement: clocks have grown.
void TimedSimulator::begin(Run& run,
                           const TimedConfiguration& configuration,
                           const CellValue& delay) const {
  for (std::uint32_t i = 0; i < automaton_.variables.size(); ++i) {
    CellValue value = CellValue::of(configuration.values.at(i));
    if (automaton_.variables[i].clock) {
      if (delay.is_unknown()) {
        value = delay;
      } else {
        value.slope = delay.slope;
        value.offset += delay.offset;
        // A clock is a Real, whatever its offset is.
        value.integral = false;
      }
    }
    run.set(i, std::move(value));
  }
}

/// Stores received values, which must be of the types of both the channel and
/// the variable, and executes the statements.
void TimedSimulator::perform(Run& run,
                             std::uint32_t transition,
                             const CellStep& step) const {
  const TimedTransition& t = automaton_.transitions.at(transition);
  if (t.action == TimedAction::input) {
    const TimedChannel& port = automaton_.channels.at(t.channel);
    for (std::size_t i = 0; i < t.received.size(); ++i) {
      const CellValue value =
          i < step.received.size()
              ? step.received[i]
              : CellValue::unknown("a received value is open");
      const TimedVariable& variable = automaton_.variables.at(t.received[i]);
      if (!value.is_unknown()) {
        run.require_type(
            port.parameters.at(i).type, value, t.action_where, "the value");
        run.require_type(variable.type,
                         value,
                         t.action_where,
                         "the value received into " + variable.name);
      }
      run.set(t.received[i], value);
    }
  }
  run.perform(t.statements, step.fresh, &t);
}

TimedStep TimedSimulator::start(std::span<const Value> hidden,
                                std::span<const Value> fresh) const {
  CATENARY_CHECK(hidden.size() == hidden_.size(),
                 "one value for each hidden variable");
  // Any point will do: nothing depends on the unknown.
  CellEvaluator evaluator({mpq_class(0), mpq_class(0), false, false});
  Run run(automaton_, evaluator);
  run.state_ = automaton_.initial;
  for (std::uint32_t i = 0; i < automaton_.variables.size(); ++i) {
    if (automaton_.variables[i].clock) run.set(i, CellValue::number(0, false));
  }
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const TimedVariable& v = automaton_.variables[hidden_[i]];
    const CellValue value = CellValue::of(hidden[i]);
    run.require_type(v.type, value, v.where, "the value of " + v.name);
    run.set(hidden_[i], value);
  }
  run.perform(automaton_.init, cells_of(fresh), nullptr);
  return finish(run);
}

CellValue TimedSimulator::start_possible(
    CellEvaluator& evaluator,
    std::span<const CellValue> hidden,
    std::span<const CellValue> fresh) const {
  Run run(automaton_, evaluator);
  for (std::uint32_t i = 0; i < automaton_.variables.size(); ++i) {
    if (automaton_.variables[i].clock) run.set(i, CellValue::number(0, false));
  }
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const TimedVariable& v = automaton_.variables[hidden_[i]];
    if (!hidden[i].is_unknown()) {
      run.require_type(v.type, hidden[i], v.where, "the value of " + v.name);
    }
    run.set(hidden_[i], hidden[i]);
  }
  run.perform(automaton_.init, fresh, nullptr);
  return run.possible();
}

TimedStep TimedSimulator::take(const TimedConfiguration& configuration,
                               std::uint32_t transition,
                               const mpq_class& delay,
                               const StepValues& values) const {
  const TimedTransition& t = automaton_.transitions.at(transition);
  CATENARY_CHECK(t.from == configuration.state, "it leaves another state");
  CATENARY_CHECK(delay >= 0, "time does not run backwards");
  // The cell is the delay itself.
  CellEvaluator evaluator({delay, delay, false, false});
  Run run(automaton_, evaluator);
  run.state_ = t.to;
  run.elapsed_ = configuration.elapsed + delay;
  begin(run, configuration, CellValue::number(delay, false));
  perform(run,
          transition,
          {CellValue::number(delay, false),
           cells_of(values.received),
           cells_of(values.fresh)});
  return finish(run);
}

CellSolution TimedSimulator::delays(const TimedConfiguration& configuration,
                                    std::uint32_t transition,
                                    const StepValues& values) const {
  const CellStep step{CellValue::unknown_unit(false),
                      cells_of(values.received),
                      cells_of(values.fresh)};
  // The unknown of the evaluator is the delay.
  return solve_in_cells(NumberSet::at_least(0), [&](CellEvaluator& evaluator) {
    return possible(evaluator, configuration, transition, step);
  });
}

CellValue TimedSimulator::possible(CellEvaluator& evaluator,
                                   const TimedConfiguration& configuration,
                                   std::uint32_t transition,
                                   const CellStep& step) const {
  Run run(automaton_, evaluator);
  begin(run, configuration, step.delay);
  perform(run, transition, step);
  return run.possible();
}

TimedConfiguration TimedSimulator::later(
    const TimedConfiguration& configuration, const mpq_class& delay) const {
  TimedConfiguration out = configuration;
  out.elapsed += delay;
  for (std::size_t i = 0; i < out.values.size(); ++i) {
    if (!automaton_.variables[i].clock) continue;
    out.values[i] = Value::real(out.values[i].as_real() + delay);
  }
  return out;
}

}  // namespace catenary::model
