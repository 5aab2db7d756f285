// SPDX-License-Identifier: Apache-2.0
#include "engine/concolic/symbols.h"

#include <algorithm>
#include <utility>

namespace catenary::engine::concolic {

using logic::Term;

bool SymbolicRun::is_concrete() const {
  return std::all_of(
      state.begin(), state.end(), [](Term t) { return t.is_constant(); });
}

Symbols::Symbols(classes::StepPaths& paths)
    : paths_(paths),
      system_(paths.system()),
      terms_(paths.terms()),
      simplifier_(paths.simplifier()),
      follower_(paths.follower()) {}

const classes::StepPath& Symbols::init_path(const classes::Bytes& initial) {
  const std::vector<logic::Value> values =
      classes::letter_bits(system_.initial, initial);
  logic::Assignment assignment;
  for (std::size_t i = 0; i < values.size(); ++i) {
    assignment.set(follower_.initial()[i], values[i]);
  }
  return inits_.find(assignment, [&] { return follower_.follow_init(values); });
}

const classes::StepPath& Symbols::step_path(const classes::Bytes& state,
                                            const classes::Bytes& letter) {
  return paths_.find(state.data(), letter);
}

const std::vector<Term>& Symbols::inputs_at(std::size_t step) {
  while (inputs_.size() <= step) {
    std::vector<Term> list;
    for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
      list.push_back(terms_.variable(
          "input:" + std::to_string(i) + "@" + std::to_string(inputs_.size()),
          follower_.inputs()[i].sort()));
    }
    in_range_.push_back(classes::in_ranges(terms_, system_.inputs, list));
    inputs_.push_back(std::move(list));
  }
  return inputs_[step];
}

classes::Replacement Symbols::values_at(const SymbolicRun& before) {
  classes::Replacement by(terms_, simplifier_);
  const std::vector<model::StateSlot>& slots = follower_.state();
  for (std::size_t k = 0; k < slots.size(); ++k) {
    by.set(slots[k].variable, before.state[k]);
  }
  const std::vector<Term>& inputs = inputs_at(before.steps);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    by.set(follower_.inputs()[i], inputs[i]);
  }
  return by;
}

std::optional<SymbolicRun> Symbols::begin(const classes::StepPath& path) {
  if (!path.faithful) return std::nullopt;
  SymbolicRun run;
  run.free_initial = !system_.initial.empty();
  for (const Term t : path.next) {
    run.state.push_back(simplifier_.simplify(t));
  }
  for (const Term t : path.conditions) {
    run.conditions.push_back(simplifier_.simplify(t));
  }
  return run;
}

SymbolicRun Symbols::fixed(const Run& run) {
  SymbolicRun out;
  out.first = out.steps = run.letters.size();
  for (const model::StateSlot& slot : follower_.state()) {
    out.state.push_back(
        terms_.constant(model::slot_value(slot, run.state.data())));
  }
  return out;
}

Extension Symbols::extend(const SymbolicRun& run,
                          const classes::StepPath& path,
                          const WantedGoal& wanted) {
  classes::Replacement by = values_at(run);
  Extension out;
  for (const Term t : path.conditions) {
    const Term composed = by(t);
    if (!composed.is_true()) out.conditions.push_back(composed);
  }
  for (const auto& [goal, hit] : path.hits) {
    if (!wanted || !wanted(goal)) continue;
    const Term composed = by(hit);
    if (!composed.is_constant()) out.hits.emplace_back(goal, composed);
  }
  if (!path.faithful || !path.runs_on) return out;
  SymbolicRun after = run;
  ++after.steps;
  after.conditions.insert(
      after.conditions.end(), out.conditions.begin(), out.conditions.end());
  for (std::size_t k = 0; k < after.state.size(); ++k) {
    after.state[k] = by(path.next[k]);
  }
  out.after = std::move(after);
  return out;
}

std::unique_ptr<logic::smt::Solver> Symbols::solver(const SymbolicRun& run) {
  auto solver = logic::smt::make_bitblast(terms_, {});
  if (run.free_initial) {
    solver->assert_term(
        classes::in_ranges(terms_, system_.initial, follower_.initial()));
  }
  for (std::size_t k = run.first; k <= run.steps; ++k) {
    (void)inputs_at(k);
    solver->assert_term(in_range_[k]);
  }
  for (const Term t : run.conditions) solver->assert_term(t);
  return solver;
}

Run Symbols::solution(logic::smt::Solver& solver,
                      const SymbolicRun& run,
                      std::size_t steps,
                      const Run& like) {
  Run out = like;
  if (run.free_initial) {
    out.initial = classes::letter_of(solver,
                                     system_.initial,
                                     follower_.initial(),
                                     system_.initial_letter_bytes());
  }
  out.letters.resize(steps);
  for (std::size_t k = run.first; k < steps; ++k) {
    out.letters[k] = classes::letter_of(
        solver, system_.inputs, inputs_at(k), system_.letter_bytes());
  }
  return out;
}

}  // namespace catenary::engine::concolic
