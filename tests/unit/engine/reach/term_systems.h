// SPDX-License-Identifier: Apache-2.0
/// \file
/// Step systems for tests that are given as terms: the same description is
/// what an engine encodes and, evaluated, what it runs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "logic/term/evaluate/evaluate.h"
#include "model/step/encoding.h"
#include "model/step/step_system.h"
#include "unit/engine/reach/fake_systems.h"

namespace catenary::engine::reach::test {

using logic::Op;
using logic::Term;
using logic::TermManager;

/// Slots, variables and neutral parts, to be filled in: nothing is hit, every
/// step runs on and changes nothing, every state is final.
inline model::Encoding blank(
    TermManager& t,
    const std::vector<std::size_t>& slot_bytes,
    const std::vector<std::size_t>& input_bytes,
    std::size_t goals,
    const std::vector<std::size_t>& initial_bytes = {}) {
  model::Encoding e;
  const auto variable = [&t](const std::string& name, std::size_t bytes) {
    return t.variable(
        name, logic::Sort::bitvec(static_cast<std::uint32_t>(8 * bytes)));
  };
  std::size_t offset = 0;
  for (std::size_t i = 0; i < slot_bytes.size(); ++i) {
    model::StateSlot slot;
    slot.name = "x" + std::to_string(i);
    slot.offset = offset;
    slot.size = slot_bytes[i];
    slot.variable = variable("state:" + std::to_string(i), slot.size);
    offset += slot.size;
    e.state.push_back(slot);
  }
  for (std::size_t i = 0; i < input_bytes.size(); ++i) {
    e.inputs.push_back(variable("input:" + std::to_string(i), input_bytes[i]));
  }
  for (std::size_t i = 0; i < initial_bytes.size(); ++i) {
    e.initial.push_back(
        variable("initial:" + std::to_string(i), initial_bytes[i]));
  }
  for (model::EncodedPart* part : {&e.init, &e.step}) {
    for (const model::StateSlot& slot : e.state) {
      part->next.push_back(
          part == &e.step
              ? slot.variable
              : t.bitvec(static_cast<std::uint32_t>(8 * slot.size), 0));
    }
    part->running = t.boolean(true);
    part->ended = part->discarded = part->crashed = part->unfaithful =
        t.boolean(false);
    part->hits.assign(goals, t.boolean(false));
    part->final = t.boolean(true);
  }
  return e;
}

/// A description of a system in the making.
struct Description {
  /// Builds the encoding; called once for each manager that needs it.
  std::function<model::Encoding(TermManager&)> encode;
  /// Whether a chain may end in a state with these slots; none = in all.
  std::function<Term(TermManager&, const std::vector<Term>&)> final;

  [[nodiscard]] model::Encoding operator()(TermManager& t) const {
    model::Encoding e = encode(t);
    if (final) {
      e.init.final = final(t, e.init.next);
      e.step.final = final(t, e.step.next);
    }
    return e;
  }
};

/// Runs a description by evaluating its terms.
class TermStepper final : public model::Stepper {
 public:
  TermStepper(const Description& description, model::StepSystem layout)
      : encoding_(description(terms_)), layout_(std::move(layout)) {
    std::vector<Term> state;
    for (const model::StateSlot& slot : encoding_.state) {
      state_.resize(state_.size() + slot.size);
      state.push_back(slot.variable);
    }
    if (description.final) final_ = description.final(terms_, state);
    hits_.resize((encoding_.step.hits.size() + 63) / 64);
  }

  std::size_t state_bytes() const override { return state_.size(); }
  model::StepOutcome reset(const std::byte* letter) override {
    return run(encoding_.init, encoding_.initial, layout_.initial, letter);
  }
  model::StepOutcome step(const std::byte* letter) override {
    return run(encoding_.step, encoding_.inputs, layout_.inputs, letter);
  }
  void save(std::byte* packed) const override {
    std::copy(state_.begin(), state_.end(), packed);
  }
  void load(const std::byte* packed) override {
    std::copy_n(packed, state_.size(), state_.begin());
  }
  const std::uint64_t* hits() const override { return hits_.data(); }
  bool at_final() override {
    return !final_.valid() ||
           logic::evaluate(final_, state_values())->as_bool();
  }
  logic::Value output(std::size_t) override {
    return logic::Value::integer(state_.empty() ? 0
                                                : static_cast<int>(state_[0]));
  }
  Event event() const override { return event_; }

 private:
  model::StepOutcome run(const model::EncodedPart& part,
                         const std::vector<Term>& variables,
                         const std::vector<model::Variable>& inputs,
                         const std::byte* letter) {
    logic::Assignment values = state_values();
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const logic::Value v =
          model::decode_scalar(inputs[i].type, letter + inputs[i].offset);
      values.set(variables[i], model::machine_bits(inputs[i].type, v));
    }
    logic::Evaluator evaluator(values);
    const auto holds = [&](Term t) { return evaluator.evaluate(t)->as_bool(); };
    std::fill(hits_.begin(), hits_.end(), 0);
    for (std::size_t g = 0; g < part.hits.size(); ++g) {
      if (holds(part.hits[g])) hits_[g / 64] |= std::uint64_t{1} << (g % 64);
    }
    event_ = {};
    for (const model::EncodedPart::Stop& stop : part.stops) {
      if (!holds(stop.when)) continue;
      event_ = stop.event;
      break;
    }
    if (holds(part.unfaithful)) return model::StepOutcome::unsupported;
    if (holds(part.ended)) return model::StepOutcome::ended;
    if (holds(part.discarded)) return model::StepOutcome::discarded;
    if (holds(part.crashed)) return model::StepOutcome::crashed;
    std::vector<std::byte> next(state_.size());
    for (std::size_t i = 0; i < encoding_.state.size(); ++i) {
      model::set_slot(
          encoding_.state[i], *evaluator.evaluate(part.next[i]), next.data());
    }
    state_ = next;
    return model::StepOutcome::running;
  }

  logic::Assignment state_values() const {
    logic::Assignment values;
    for (const model::StateSlot& slot : encoding_.state) {
      values.set(slot.variable, model::slot_value(slot, state_.data()));
    }
    return values;
  }

  TermManager terms_;
  model::Encoding encoding_;
  model::StepSystem layout_;
  Term final_;
  std::vector<std::byte> state_;
  std::vector<std::uint64_t> hits_;
  Event event_;
};

class TermSource final : public model::StepperFactory, public model::Encoder {
 public:
  TermSource(Description description, model::StepSystem layout)
      : description_(std::move(description)), layout_(std::move(layout)) {}
  std::unique_ptr<model::Stepper> make() const override {
    return std::make_unique<TermStepper>(description_, layout_);
  }
  model::Encoding encode(TermManager& terms,
                         const model::EncodeOptions&,
                         const base::Budget&) const override {
    return description_(terms);
  }
  model::FollowedPart follow(TermManager&,
                             const std::vector<logic::Value>*,
                             const std::vector<logic::Value>&,
                             const model::EncodeOptions&,
                             const base::Budget&) const override {
    return {};
  }

 private:
  Description description_;
  model::StepSystem layout_;
};

/// A variable of the whole type; for small ranges see small_range().
inline model::Variable whole_type(const std::string& name,
                                  model::ScalarType type) {
  model::Variable v;
  v.name = name;
  v.type = type;
  const auto bits = 8 * model::size_bytes(type);
  const mpz_class span = mpz_class(1) << bits;
  v.lo = logic::Value::integer(0);
  v.hi = logic::Value::integer(mpz_class(span - 1));
  switch (type) {
    case model::ScalarType::int8:
    case model::ScalarType::int16:
    case model::ScalarType::int32:
    case model::ScalarType::int64:
      v.lo = logic::Value::integer(mpz_class(-span / 2));
      v.hi = logic::Value::integer(mpz_class(span / 2 - 1));
      break;
    case model::ScalarType::float32:
      v.lo = logic::Value::float32(-1e30F);
      v.hi = logic::Value::float32(1e30F);
      break;
    default:
      break;
  }
  v.domain = {v.lo, v.hi};
  v.exhaustive = false;
  v.why_not_exhaustive = name + " was sampled";
  return v;
}

/// A system of a description; goals g0, g1, ….
inline model::StepSystem make_system(
    Description description,
    std::vector<model::Variable> inputs,
    std::size_t goals,
    std::vector<model::Variable> initial = {}) {
  model::StepSystem system;
  system.name = "terms";
  system.inputs = std::move(inputs);
  system.initial = std::move(initial);
  system.outputs.push_back(small_range("out", 256));
  for (std::size_t g = 0; g < goals; ++g) {
    model::Goal goal;
    goal.id = "g" + std::to_string(g);
    system.goals.push_back(goal);
  }
  system.any_state_final = !description.final;
  system.lay_out();
  const auto source =
      std::make_shared<const TermSource>(std::move(description), system);
  system.factory = source;
  system.encoder = source;
  return system;
}

}  // namespace catenary::engine::reach::test
