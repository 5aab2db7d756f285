// SPDX-License-Identifier: Apache-2.0
#include "encoded_run.h"

#include <fmt/format.h>

#include "base/check.h"

namespace catenary::oracle {

namespace {

using logic::Evaluator;
using logic::Term;
using logic::Value;
using model::EncodedPart;
using model::StepOutcome;

Value evaluate(Evaluator& evaluator, Term term, const std::string& what) {
  CATENARY_CHECK(term.valid(), "the encoding has a term for " + what);
  std::optional<Value> value = evaluator.evaluate(term);
  if (!value) {
    throw Difference(what + " has no value: " + evaluator.why_not());
  }
  return *std::move(value);
}

bool holds(Evaluator& evaluator, Term term, const std::string& what) {
  return evaluate(evaluator, term, what).as_bool();
}

/// The outcome of the encoding: exactly one of five.
StepOutcome outcome_of(const EncodedPart& part, Evaluator& evaluator) {
  const std::pair<Term, StepOutcome> all[] = {
      {part.unfaithful, StepOutcome::unsupported},
      {part.running, StepOutcome::running},
      {part.ended, StepOutcome::ended},
      {part.discarded, StepOutcome::discarded},
      {part.crashed, StepOutcome::crashed}};
  std::string found;
  StepOutcome outcome = StepOutcome::unsupported;
  int count = 0;
  for (const auto& [term, meaning] : all) {
    if (!holds(evaluator, term, model::to_string(meaning))) continue;
    if (count++ == 0) outcome = meaning;
    found += std::string(" ") + model::to_string(meaning);
  }
  if (count != 1) {
    throw Difference("not one outcome but " + std::to_string(count) + ":" +
                     found);
  }
  return outcome;
}

model::ScalarType float_of(std::size_t bytes) {
  return bytes == 4 ? model::ScalarType::float32 : model::ScalarType::float64;
}

bool same(const model::StateSlot& slot, const Value& a, const Value& b) {
  if (a == b) return true;
  if (!slot.floating || slot.size > sizeof(Bits)) return false;
  const model::ScalarType type = float_of(slot.size);
  return is_nan(type, a.as_bits().get_ui()) &&
         is_nan(type, b.as_bits().get_ui());
}

}  // namespace

EncodedRun::EncodedRun(const model::StepSystem& system,
                       const model::EncodeOptions& options,
                       const base::Budget& budget)
    : system_(system), options_(options), budget_(budget) {
  CATENARY_CHECK(system.encoder != nullptr, "C programs have an encoder");
  encoding_ = system.encoder->encode(terms_, options, budget);
  CATENARY_CHECK(encoding_.inputs.size() == system.inputs.size() &&
                     encoding_.initial.size() == system.initial.size() &&
                     encoding_.step.hits.size() == system.goals.size() &&
                     encoding_.step.outputs.size() == system.outputs.size() &&
                     encoding_.step.next.size() == encoding_.state.size(),
                 "the encoding is one of this system");
}

void EncodedRun::plant_mistake() {
  CATENARY_CHECK(!encoding_.inputs.empty() && !encoding_.step.outputs.empty(),
                 "a program with an input and an output");
  using logic::Op;
  Term& output = encoding_.step.outputs.front();
  const Term lowest =
      terms_.make(Op::bv_extract, {encoding_.inputs.front()}, {0, 0});
  const std::uint32_t width = output.sort().bits();
  const Term flip =
      width == 1 ? lowest
                 : terms_.make(Op::bv_zero_extend, {lowest}, {width - 1});
  output = terms_.make(Op::bv_xor, {output, flip});
}

bool EncodedRun::reset(const std::vector<Bits>& initial,
                       const Observation& native) {
  is_init_ = true;
  before_.clear();
  return compare(encoding_.init, assign(initial), native, &state_);
}

bool EncodedRun::step(const std::vector<Bits>& inputs,
                      const Observation& native) {
  is_init_ = false;
  before_ = state_;
  return compare(encoding_.step, assign(inputs), native, &state_);
}

bool EncodedRun::follow(const std::vector<Bits>& values,
                        const Observation& native) {
  const std::vector<model::Variable>& variables =
      is_init_ ? system_.initial : system_.inputs;
  std::vector<Value> letter;
  for (std::size_t i = 0; i < values.size(); ++i) {
    letter.push_back(model::machine_bits(
        variables[i].type, value_of(variables[i].type, values[i])));
  }
  const model::FollowedPart followed = system_.encoder->follow(
      terms_, is_init_ ? nullptr : &before_, letter, options_, budget_);
  const logic::Assignment assignment = assign(values);
  Evaluator evaluator(assignment);
  branches_ += followed.branches.size();
  for (const model::PathBranch& branch : followed.branches) {
    if (!holds(evaluator, branch.condition, "a branch")) {
      throw Difference("follow(): the branch at " + branch.where.to_string() +
                       " does not hold under the values that took it");
    }
  }
  try {
    return compare(followed.part, assignment, native, nullptr);
  } catch (const Difference& d) {
    throw Difference(std::string("follow(): ") + d.what());
  }
}

logic::Assignment EncodedRun::assign(const std::vector<Bits>& values) const {
  logic::Assignment assignment;
  const std::vector<Term>& terms =
      is_init_ ? encoding_.initial : encoding_.inputs;
  const std::vector<model::Variable>& variables =
      is_init_ ? system_.initial : system_.inputs;
  for (std::size_t i = 0; i < terms.size(); ++i) {
    assignment.set(terms[i],
                   model::machine_bits(variables[i].type,
                                       value_of(variables[i].type, values[i])));
  }
  if (is_init_) return assignment;
  for (std::size_t i = 0; i < before_.size(); ++i) {
    assignment.set(encoding_.state[i].variable, before_[i]);
  }
  return assignment;
}

bool EncodedRun::compare(const EncodedPart& part,
                         const logic::Assignment& assignment,
                         const Observation& native,
                         std::vector<Value>* next) {
  Evaluator evaluator(assignment);
  const StepOutcome outcome = outcome_of(part, evaluator);
  if (outcome == StepOutcome::unsupported) {
    note_reason(part, evaluator);
    return false;
  }
  if (outcome != native.outcome) {
    throw Difference(fmt::format("outcome: natively {} ({} {}), encoded {}",
                                 model::to_string(native.outcome),
                                 native.event.where.to_string(),
                                 native.event.text,
                                 model::to_string(outcome)));
  }
  for (std::size_t g = 0; g < native.hits.size(); ++g) {
    const std::string& id = system_.goals[g].id;
    if (holds(evaluator, part.hits[g], "goal " + id) != native.hits[g]) {
      throw Difference("goal " + id + ": natively " +
                       (native.hits[g] ? "hit" : "not hit"));
    }
  }
  for (std::size_t k = 0; k < native.outputs.size(); ++k) {
    const model::ScalarType type = system_.outputs[k].type;
    const Value value = evaluate(
        evaluator, part.outputs[k], "output " + system_.outputs[k].name);
    const Bits bits = value.as_bits().get_ui();
    if (bits == native.outputs[k] ||
        (is_nan(type, bits) && is_nan(type, native.outputs[k]))) {
      continue;
    }
    throw Difference(fmt::format("output {}: natively {:x}, encoded {:x}",
                                 system_.outputs[k].name,
                                 native.outputs[k],
                                 bits));
  }
  if (outcome == StepOutcome::running) {
    compare_state(part, evaluator, native, next);
    const bool final =
        system_.any_state_final || holds(evaluator, part.final, "final");
    if (final != native.final) throw Difference("final differs");
  } else {
    compare_stop(part, evaluator, native);
  }
  return true;
}

void EncodedRun::note_reason(const EncodedPart& part, Evaluator& evaluator) {
  for (const EncodedPart::Stop& stop : part.stops) {
    if (!holds(evaluator, stop.when, "a stop")) continue;
    reasons_.insert(stop.event.text + " (" + stop.event.where.to_string() +
                    ")");
    return;
  }
  reasons_.insert("no reason given");
}

void EncodedRun::compare_state(const EncodedPart& part,
                               Evaluator& evaluator,
                               const Observation& native,
                               std::vector<Value>* next) const {
  std::vector<Value> values;
  for (std::size_t i = 0; i < encoding_.state.size(); ++i) {
    const model::StateSlot& slot = encoding_.state[i];
    values.push_back(
        evaluate(evaluator, part.next[i], "the next state of " + slot.name));
    if (slot.address) continue;
    const Value seen = model::slot_value(slot, native.packed.data());
    if (same(slot, values.back(), seen)) continue;
    throw Difference("state " + slot.name + ": natively " + seen.to_string() +
                     ", encoded " + values.back().to_string());
  }
  if (next != nullptr) *next = std::move(values);
}

void EncodedRun::compare_stop(const EncodedPart& part,
                              Evaluator& evaluator,
                              const Observation& native) const {
  for (const EncodedPart::Stop& stop : part.stops) {
    if (!holds(evaluator, stop.when, "a stop")) continue;
    if (stop.outcome != native.outcome) {
      throw Difference("the first stop is of another outcome: " +
                       stop.event.text);
    }
    // Signals have no place natively.
    const bool is_signal = native.event.text.rfind("signal ", 0) == 0;
    if (!is_signal && (stop.event.text != native.event.text ||
                       stop.event.where != native.event.where)) {
      throw Difference("the first stop is " + stop.event.where.to_string() +
                       " " + stop.event.text + ", natively " +
                       native.event.where.to_string() + " " +
                       native.event.text);
    }
    return;
  }
  throw Difference("no stop for " + native.event.text);
}

}  // namespace catenary::oracle
