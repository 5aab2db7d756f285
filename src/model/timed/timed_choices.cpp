// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches of timed models as choices of several unknowns; see choices.h.
#include <utility>

#include "base/check.h"
#include "model/step/choices.h"

namespace catenary::model {

using logic::CellEvaluator;
using logic::CellSolution;
using logic::CellValue;
using logic::NumberSet;
using logic::Value;

namespace {

/// Concrete values as constants of a cell.
std::vector<CellValue> cells(std::span<const Value> values) {
  std::vector<CellValue> out;
  for (const Value& v : values) out.push_back(CellValue::of(v));
  return out;
}

/// The later slots' values as a vector.
std::vector<CellValue> copy(std::span<const CellValue> values) {
  return {values.begin(), values.end()};
}

/// A slot for each newfresh statement, of any value of its type.
void add_slots(std::vector<ChoiceSlot>& slots,
               const std::vector<DataType>& types) {
  for (const DataType& type : types) slots.push_back({type, NumberSet::all()});
}

}  // namespace

Choice choose_start(const TimedSimulator& simulator,
                    std::span<const std::optional<Value>> given,
                    std::span<const mpq_class> candidates,
                    base::Rng& rng) {
  const std::size_t hidden = simulator.hidden().size();
  CATENARY_CHECK(given.empty() || given.size() == hidden,
                 "one place for each hidden variable");
  // Only hidden variables that are not given become slots.
  std::vector<ChoiceSlot> slots;
  std::vector<std::size_t> at;  // positions of the open hidden ones
  std::vector<CellValue> fixed(hidden);
  for (std::size_t i = 0; i < hidden; ++i) {
    if (!given.empty() && given[i]) {
      fixed[i] = CellValue::of(*given[i]);
      continue;
    }
    at.push_back(i);
    slots.push_back(
        {simulator.automaton().variables[simulator.hidden()[i]].type,
         NumberSet::all()});
  }
  add_slots(slots, simulator.initial_fresh_types());
  Choice out = choose(
      slots,
      [&](CellEvaluator& evaluator, std::span<const CellValue> values) {
        std::vector<CellValue> all = fixed;
        for (std::size_t i = 0; i < at.size(); ++i) all[at[i]] = values[i];
        return simulator.start_possible(
            evaluator, all, copy(values.subspan(at.size())));
      },
      candidates,
      rng);
  if (out.answer != Answer::yes) return out;
  // Given and chosen values are merged in the order of hidden().
  std::vector<Value> complete;
  std::size_t next = 0;
  for (std::size_t i = 0; i < hidden; ++i) {
    const bool is_given = !given.empty() && given[i].has_value();
    complete.push_back(is_given ? *given[i] : out.values[next++]);
  }
  complete.insert(complete.end(),
                  out.values.begin() + static_cast<std::ptrdiff_t>(next),
                  out.values.end());
  out.values = std::move(complete);
  return out;
}

Choice choose_fresh(const TimedSimulator& simulator,
                    const TimedConfiguration& configuration,
                    std::uint32_t transition,
                    const mpq_class& delay,
                    std::span<const Value> received,
                    std::span<const mpq_class> candidates,
                    base::Rng& rng) {
  std::vector<ChoiceSlot> slots;
  add_slots(slots, simulator.fresh_types(transition));
  CellStep step{CellValue::number(delay, false), cells(received), {}};
  return choose(
      slots,
      [&](CellEvaluator& evaluator, std::span<const CellValue> values) {
        step.fresh = copy(values);
        return simulator.possible(evaluator, configuration, transition, step);
      },
      candidates,
      rng);
}

Choice choose_input(const TimedSimulator& simulator,
                    const TimedConfiguration& configuration,
                    std::uint32_t transition,
                    const NumberSet& within,
                    std::span<const mpq_class> candidates,
                    base::Rng& rng) {
  const TimedAutomaton& automaton = simulator.automaton();
  const TimedTransition& t = automaton.transitions.at(transition);
  CATENARY_CHECK(t.action == TimedAction::input, "no input");
  std::vector<ChoiceSlot> slots;
  // The delay is the first slot: it is most constrained.
  slots.push_back({{DataType::Base::rational, true, true}, within});
  for (const TimedParameter& p : automaton.channels[t.channel].parameters) {
    slots.push_back({p.type, NumberSet::all()});
  }
  const std::size_t received = slots.size() - 1;
  add_slots(slots, simulator.fresh_types(transition));
  return choose(
      slots,
      [&](CellEvaluator& evaluator, std::span<const CellValue> values) {
        const CellStep step{values[0],
                            copy(values.subspan(1, received)),
                            copy(values.subspan(1 + received))};
        return simulator.possible(evaluator, configuration, transition, step);
      },
      candidates,
      rng);
}

Occasions occasions(const TimedSimulator& simulator,
                    const TimedConfiguration& configuration,
                    std::uint32_t transition,
                    std::span<const mpq_class> candidates,
                    base::Rng& rng) {
  Occasions out;
  const std::vector<DataType>& types = simulator.fresh_types(transition);
  CellSolution open = simulator.delays(configuration, transition, {});
  if (types.empty()) {
    if (!open.yes.empty()) out.parts.push_back({{}, open.yes});
    out.undecided = std::move(open.unknown);
    out.why = open.why;
    return out;
  }
  // Delays that are possible with particular newfresh values: all combinations
  // of Booleans and of candidates for numbers. Exhaustive if there are only
  // Booleans.
  bool exhaustive = true;
  std::vector<std::vector<Value>> tuples{{}};
  for (const DataType& type : types) {
    std::vector<Value> values;
    if (type.base == DataType::Base::boolean) {
      values = {Value::boolean(false), Value::boolean(true)};
    } else {
      exhaustive = false;
      for (const mpq_class& c : candidates) {
        if (type.non_negative && c < 0) continue;
        if (type.base == DataType::Base::rational) {
          values.push_back(Value::real(c));
        } else if (c.get_den() == 1) {
          values.push_back(Value::integer(mpz_class(c.get_num())));
        }
      }
    }
    std::vector<std::vector<Value>> longer;
    for (const auto& tuple : tuples) {
      for (const Value& v : values) {
        // The number of combinations is limited.
        if (longer.size() >= 4096) {
          exhaustive = false;
          break;
        }
        longer.push_back(tuple);
        longer.back().push_back(v);
      }
    }
    tuples = std::move(longer);
  }
  rng.shuffle(tuples);
  NumberSet covered;
  NumberSet left = open.yes;
  for (auto& tuple : tuples) {
    const CellSolution s =
        simulator.delays(configuration, transition, {{}, tuple});
    exhaustive = exhaustive && s.unknown.empty();
    if (s.yes.empty()) continue;
    covered = covered.united(s.yes);
    out.parts.push_back({std::move(tuple), s.yes});
  }
  // Delays that neither a tried combination allows nor an exhaustive search
  // excludes remain undecided.
  if (!exhaustive) left = left.united(open.unknown);
  out.undecided = left.intersected(covered.complement());
  out.why = open.why;
  return out;
}

}  // namespace catenary::model
