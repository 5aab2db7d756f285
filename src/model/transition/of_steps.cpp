// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step of an encoding may be hit and stop at once, while a constraint of a
/// transition system takes the whole step away. So an end is remembered in a
/// state, and the constraint forbids the steps behind it.
#include "model/transition/of_steps.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/text/unique_name.h"
#include "logic/term/rewrite/simplify.h"

namespace catenary::model {

namespace {

using logic::Sort;
using logic::Term;

class StepsWriter {
 public:
  StepsWriter(const StepSystem& system,
              const Encoding& encoding,
              std::shared_ptr<logic::TermManager> terms)
      : system_(system), encoding_(encoding), t_(*terms) {
    out_.terms = std::move(terms);
  }

  TransitionSystem run() {
    CATENARY_CHECK(encoding_.inputs.size() == system_.inputs.size() &&
                       encoding_.initial.size() == system_.initial.size() &&
                       encoding_.step.hits.size() == system_.goals.size(),
                   "an encoding of this system");
    out_.name = system_.name;
    out_.path = system_.path;
    out_.sha256 = system_.sha256;
    inputs();
    states();
    run_over();
    goals();
    for (std::size_t o = 0; o < system_.outputs.size(); ++o) {
      const Variable& v = system_.outputs[o];
      out_.outputs.push_back({base::unique_name(v.name, outputs_),
                              v.where,
                              encoding_.step.outputs[o]});
    }
    simplify();
    check(out_);
    return std::move(out_);
  }

 private:
  /// One error.
  struct Trap {
    std::string name;
    base::SourceLocation where;
    std::vector<Term> initial, step;
  };

  void inputs();
  void states();
  void run_over();
  void goals();
  void traps();
  void not_encoded();
  Trap& trap_of(const EncodedPart::Stop& stop);
  void simplify();
  void constrain(const Variable& v, Term bits);
  /// A goal: hit by the initialisation or by a step.
  void add_goal(TransitionSystem::Named goal, Term initial, Term step);
  [[nodiscard]] Term both(Term a, Term b) { return t_.logical_and(a, b); }
  Term add_flag(const char* name, Term init, Term next);
  /// A hit counts where the terms describe what happens.
  [[nodiscard]] Term described(Term hit, const EncodedPart& part) {
    return both(hit, t_.logical_not(part.unfaithful));
  }

  const StepSystem& system_;
  const Encoding& encoding_;
  logic::TermManager& t_;
  TransitionSystem out_;
  base::TakenNames states_, inputs_, outputs_, goals_;
  /// Whether the run is over before the step, and whether the step is the
  /// first; invalid where nothing asks.
  Term over_, first_;
  std::vector<Trap> traps_;
};

/// Whether the range of a variable has every number of its type.
bool has_whole_type(const Variable& v) {
  if (v.type == ScalarType::boolean || v.type == ScalarType::float32 ||
      v.type == ScalarType::float64) {
    return false;
  }
  return v.hi.as_integer() - v.lo.as_integer() + 1 ==
         mpz_class(1) << (8 * size_bytes(v.type));
}

/// Values of the type need no constraint.
void StepsWriter::constrain(const Variable& v, Term bits) {
  if (has_whole_type(v)) return;
  const Term range = in_range(t_, v, bits);
  if (range.is_true()) return;
  out_.constraints.push_back({v.name + ".range", v.where, range});
}

void StepsWriter::inputs() {
  for (std::size_t i = 0; i < system_.inputs.size(); ++i) {
    const Variable& v = system_.inputs[i];
    out_.inputs.push_back(
        {base::unique_name(v.name, inputs_), v.where, encoding_.inputs[i]});
    constrain(v, encoding_.inputs[i]);
  }
}

/// Choices come first: initial values may mention states before them only.
void StepsWriter::states() {
  std::vector<std::string> slots;
  for (const StateSlot& slot : encoding_.state) {
    slots.push_back(base::unique_name(slot.name, states_));
  }
  for (std::size_t i = 0; i < system_.initial.size(); ++i) {
    const Variable& v = system_.initial[i];
    const Term chosen = encoding_.initial[i];
    const bool taken = states_.contains(v.name);
    out_.states.push_back(
        {base::unique_name(taken ? v.name + ".initial" : v.name, states_),
         v.where,
         chosen,
         {},
         chosen});
    constrain(v, chosen);
  }
  for (std::size_t s = 0; s < slots.size(); ++s) {
    out_.states.push_back({slots[s],
                           {system_.path, 0, 0},
                           encoding_.state[s].variable,
                           encoding_.init.next[s],
                           encoding_.step.next[s]});
  }
}

Term StepsWriter::add_flag(const char* name, Term init, Term next) {
  const std::string called = base::unique_name(name, states_);
  const Term flag = t_.fresh_variable(name, Sort::boolean());
  out_.states.push_back(
      {called,
       {system_.path, 0, 0},
       flag,
       init,
       next.valid() ? t_.logical_or(flag, next) : t_.boolean(false)});
  return flag;
}

/// Adds the states that know of ends and of the first step, where there is
/// something to know.
void StepsWriter::run_over() {
  const EncodedPart& init = encoding_.init;
  logic::Simplifier simplifier(t_);
  const auto never = [&](Term t) { return simplifier.simplify(t).is_false(); };
  const auto always = [&](Term t) { return simplifier.simplify(t).is_true(); };
  const bool hits = !std::ranges::all_of(init.hits, never);
  const bool stops = !always(init.running);
  if (hits || stops) first_ = add_flag("step.first", t_.boolean(true), {});
  if (!stops && always(encoding_.step.running)) return;
  over_ = add_flag("run.over",
                   t_.logical_not(init.running),
                   t_.logical_not(encoding_.step.running));
  // What the initialisation hits counts, also where it stops.
  const Term goes_on = t_.logical_not(over_);
  out_.constraints.push_back(
      {"run.goes-on",
       {system_.path, 0, 0},
       stops ? t_.logical_or(goes_on, first_) : goes_on});
}

void StepsWriter::add_goal(TransitionSystem::Named goal,
                           Term initial,
                           Term step) {
  // Elsewhere the constraint sees to it.
  if (over_.valid() && first_.valid()) {
    step = both(step, t_.logical_not(over_));
  }
  goal.name = base::unique_name(goal.name, goals_);
  goal.term =
      first_.valid() ? t_.logical_or(both(first_, initial), step) : step;
  out_.goals.push_back(std::move(goal));
}

void StepsWriter::goals() {
  const EncodedPart& init = encoding_.init;
  const EncodedPart& step = encoding_.step;
  for (std::size_t g = 0; g < system_.goals.size(); ++g) {
    const Goal& goal = system_.goals[g];
    add_goal({goal.id, goal.where, {}, goal.text},
             described(init.hits[g], init),
             described(step.hits[g], step));
  }
  traps();
}

/// The error of a stop.
StepsWriter::Trap& StepsWriter::trap_of(const EncodedPart::Stop& stop) {
  std::string name = kCrashPrefix;
  if (!stop.event.where.file.empty()) {
    name += stop.event.where.to_string() + ":";
  }
  name += stop.event.text;
  for (Trap& known : traps_) {
    if (known.name == name) return known;
  }
  return traps_.emplace_back(Trap{name, stop.event.where, {}, {}});
}

void StepsWriter::traps() {
  const EncodedPart& init = encoding_.init;
  const EncodedPart& step = encoding_.step;
  for (const EncodedPart* part : {&init, &step}) {
    for (const EncodedPart::Stop& stop : part->stops) {
      if (stop.outcome != StepOutcome::crashed ||
          logic::simplify(t_, stop.when).is_false()) {
        continue;
      }
      Trap& trap = trap_of(stop);
      (part == &init ? trap.initial : trap.step).push_back(stop.when);
    }
  }
  for (const Trap& trap : traps_) {
    const Term initial = t_.logical_or(trap.initial);
    const Term later = t_.logical_or(trap.step);
    add_goal({trap.name, trap.where, {}, "the program stops by an error"},
             both(initial, init.crashed),
             both(later, step.crashed));
  }
  not_encoded();
}

/// Last, as in the list of targets of the engines.
void StepsWriter::not_encoded() {
  const auto never = [&](const EncodedPart& part) {
    return logic::simplify(t_, part.unfaithful).is_false();
  };
  const EncodedPart& init = encoding_.init;
  const EncodedPart& step = encoding_.step;
  if (never(init) && never(step)) return;
  TransitionSystem::Named goal{
      kNotEncoded,
      {system_.path, 0, 0},
      {},
      "the terms do not describe this step: proofs of the other goals need "
      "that no step is one"};
  for (const EncodedPart* part : {&init, &step}) {
    for (const EncodedPart::Stop& stop : part->stops) {
      if (stop.outcome != StepOutcome::unsupported) continue;
      goal.text += "; " + stop.event.text;
      if (!stop.event.where.file.empty()) {
        goal.text += " at " + stop.event.where.to_string();
      }
    }
  }
  add_goal(std::move(goal), init.unfaithful, step.unfaithful);
}

void StepsWriter::simplify() {
  std::vector<Term*> places;
  for (TransitionSystem::State& s : out_.states) {
    if (s.init.valid()) places.push_back(&s.init);
    places.push_back(&s.next);
  }
  for (auto* list : {&out_.outputs, &out_.constraints, &out_.goals}) {
    for (TransitionSystem::Named& n : *list) places.push_back(&n.term);
  }
  std::vector<Term> all;
  for (const Term* t : places) all.push_back(*t);
  all = logic::Simplifier(t_).simplify(all);
  for (std::size_t i = 0; i < all.size(); ++i) *places[i] = all[i];
}

}  // namespace

TransitionSystem transition_of_steps(
    const StepSystem& system,
    const Encoding& encoding,
    std::shared_ptr<logic::TermManager> terms) {
  return StepsWriter(system, encoding, std::move(terms)).run();
}

}  // namespace catenary::model
