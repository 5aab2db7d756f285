// SPDX-License-Identifier: Apache-2.0
/// \file
/// Models as adapters: signals are matched by name, values converted where the
/// types of model and suite differ.
#include "exec/adapter/model.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/check.h"
#include "logic/value/as_sort.h"
#include "suite/value_names.h"

namespace catenary::exec {
namespace {

using logic::Value;
using Values = std::span<const Value>;
using OptionalValues = std::vector<std::optional<logic::Value>>;

/// The positions in the suite's signature of the model's signals, by name; -1
/// if the suite has no such signal. Values are translated by their names.
class Mapping {
 public:
  Mapping() = default;
  Mapping(std::vector<std::string> names,
          const std::vector<suite::Signal>& signals,
          const std::vector<suite::Signal>& named)
      : offered(signals.size(), false), names_(std::move(names)) {
    for (const std::string& name : names_) {
      const auto found = suite::find_signal(signals, name);
      positions.push_back(found ? static_cast<std::int64_t>(*found) : -1);
      if (found) offered[*found] = true;
      const auto at = suite::find_signal(named, name);
      suite::NamedValues ours =
          at ? suite::named_values(named[*at]) : suite::NamedValues();
      suite::NamedValues theirs =
          found ? suite::named_values(signals[*found]) : suite::NamedValues();
      to_model_.emplace_back(theirs, ours);
      to_suite_.emplace_back(std::move(ours), std::move(theirs));
    }
  }

  /// The values of the model's signals, in its order. Nothing, with the reason
  /// in `why`, if one has no counterpart.
  [[nodiscard]] std::optional<OptionalValues> to_model(Values values,
                                                       std::string& why) const {
    OptionalValues out;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      out.emplace_back();
      if (positions[i] < 0) continue;
      const Value& value = values[static_cast<std::size_t>(positions[i])];
      out.back() = to_model_[i].translate(value);
      if (out.back()) continue;
      why = shown(i, value, to_model_[i]) + " in the suite, which the model " +
            "does not have, or numbers differently";
      return std::nullopt;
    }
    return out;
  }
  /// The value of the suite for one of output `i` of the model.
  [[nodiscard]] std::optional<Value> to_suite(std::size_t i,
                                              const Value& value,
                                              std::string& why) const {
    std::optional<Value> out = to_suite_[i].translate(value);
    if (!out) {
      why = shown(i, value, to_suite_[i]) + " in the model, which the suite " +
            "does not have, or numbers differently";
    }
    return out;
  }

  /// One for each signal of the model.
  std::vector<std::int64_t> positions;
  /// For each signal of the suite whether the model has it.
  std::vector<bool> offered;

 private:
  [[nodiscard]] std::string shown(std::size_t i,
                                  const Value& value,
                                  const suite::ValueNames& names) const {
    const std::string name = names.name_of(value);
    return names_[i] + " is " + value.to_string() +
           (name.empty() ? "" : " (" + name + ")");
  }

  std::vector<std::string> names_;
  std::vector<suite::ValueNames> to_model_, to_suite_;
};

/// A simulated model in this process.
class ModelAdapter final : public Adapter {
 public:
  explicit ModelAdapter(SimulatorFactory factory)
      : factory_(std::move(factory)) {}

  SutReply open(const suite::Signature& signature, SutInfo& info) override {
    signature_ = &signature;
    // Anew for every opening: simulators keep the state of a run.
    simulator_ = factory_();
    CATENARY_CHECK(simulator_ != nullptr, "a factory made no simulator");
    const suite::Signature named = simulator_->named();
    inputs_ = Mapping(simulator_->inputs(), signature.inputs, named.inputs);
    initial_ = Mapping(simulator_->initial(), signature.initial, named.initial);
    outputs_ = Mapping(simulator_->outputs(), signature.outputs, named.outputs);
    info = {simulator_->name(),
            inputs_.offered,
            initial_.offered,
            outputs_.offered};
    return {};
  }

  SutReply reset(Values initial, std::chrono::milliseconds) override {
    std::string why;
    const auto values = initial_.to_model(initial, why);
    if (!values) return refused(why);
    if (number_) simulator_->begin_run(*std::exchange(number_, std::nullopt));
    return simulator_->reset(*values);
  }

  void begin_run(std::uint64_t number) override { number_ = number; }

  SutReply step(const mpq_class& dt,
                Values inputs,
                std::chrono::milliseconds) override {
    std::string why;
    const auto values = inputs_.to_model(inputs, why);
    if (!values) return refused(why);
    SutReply reply = simulator_->step(dt, *values);
    OptionalValues outputs(outputs_.offered.size());
    for (std::size_t i = 0;
         i < reply.outputs.size() && i < outputs_.positions.size();
         ++i) {
      const std::int64_t p = outputs_.positions[i];
      if (p < 0 || !reply.outputs[i]) continue;
      const auto at = static_cast<std::size_t>(p);
      const suite::Signal& signal = signature_->outputs[at];
      const auto value = outputs_.to_suite(i, *reply.outputs[i], why);
      if (!value) return refused(why);
      // A value that the suite's type cannot represent would be misjudged.
      outputs[at] = logic::as_sort(*value, signal.sort());
      if (outputs[at]) continue;
      return refused(signal.name + " of the model is " +
                     reply.outputs[i]->to_string() + ", which is not of type " +
                     signal.type + " of the suite");
    }
    reply.outputs = std::move(outputs);
    return reply;
  }

  void close() override { simulator_.reset(); }

 private:
  static SutReply refused(std::string reason) {
    SutReply out;
    out.outcome = SutOutcome::refused;
    out.reason = std::move(reason);
    return out;
  }

  SimulatorFactory factory_;
  const suite::Signature* signature_ = nullptr;
  std::unique_ptr<ModelSimulator> simulator_;
  /// Of the run that the next reset() begins, if it was told.
  std::optional<std::uint64_t> number_;
  Mapping inputs_, initial_, outputs_;
};

/// A step system as a model; natively executed.
class StepSystemSimulator final : public ModelSimulator {
 public:
  explicit StepSystemSimulator(const model::StepSystem& system)
      : system_(system), stepper_(system.factory->make()) {}

  std::string name() const override { return system_.name; }
  std::vector<std::string> inputs() const override {
    return names(system_.inputs);
  }
  std::vector<std::string> initial() const override {
    return names(system_.initial);
  }
  std::vector<std::string> outputs() const override {
    std::vector<std::string> out = names(system_.outputs);
    for (const model::Goal& g : system_.goals) out.push_back(g.id + kHitSuffix);
    return out;
  }
  suite::Signature named() const override { return signature_of(system_); }

  SutReply reset(
      std::span<const std::optional<logic::Value>> initial) override {
    std::vector<std::byte> letter(system_.initial_letter_bytes());
    SutReply reply;
    if (!encode(system_.initial, initial, letter, reply)) return reply;
    return answer(stepper_->reset(letter.data()));
  }

  /// The duration does not matter: steps of programs take no time.
  SutReply step(const mpq_class&,
                std::span<const std::optional<logic::Value>> inputs) override {
    std::vector<std::byte> letter(system_.letter_bytes());
    SutReply reply;
    if (!encode(system_.inputs, inputs, letter, reply)) return reply;
    return answer(stepper_->step(letter.data()));
  }

 private:
  /// In the order of the system.
  static std::vector<std::string> names(
      const std::vector<model::Variable>& variables) {
    std::vector<std::string> out;
    for (const model::Variable& v : variables) out.push_back(v.name);
    return out;
  }

  /// Fills a letter with values; false, with the reason in `reply`, if one does
  /// not fit.
  static bool encode(const std::vector<model::Variable>& variables,
                     std::span<const std::optional<logic::Value>> values,
                     std::vector<std::byte>& letter,
                     SutReply& reply) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const model::Variable& variable = variables[i];
      if (!values[i] && variable.domain.empty()) continue;  // stays 0
      const std::optional<logic::Value> value = logic::as_sort(
          values[i] ? *values[i] : variable.domain.front(), variable.lo.sort());
      if (!value) {
        reply.outcome = SutOutcome::refused;
        reply.reason = variable.name + " of the model is of another type";
        return false;
      }
      model::encode_scalar(
          variable.type, *value, letter.data() + variable.offset);
    }
    return true;
  }

  /// The answer for an outcome: outputs only if the step ran on, hits always.
  SutReply answer(model::StepOutcome outcome) {
    SutReply reply;
    const bool running = outcome == model::StepOutcome::running;
    for (std::size_t i = 0; i < system_.outputs.size(); ++i) {
      reply.outputs.push_back(running ? std::optional(stepper_->output(i))
                                      : std::nullopt);
    }
    bool any_hit = false;
    for (std::size_t g = 0; g < system_.goals.size(); ++g) {
      const bool hit = ((stepper_->hits()[g / 64] >> (g % 64)) & 1) != 0;
      any_hit |= hit;
      reply.outputs.emplace_back(logic::Value::boolean(hit));
    }
    if (running) return reply;
    reply.outcome = outcome_of(outcome, any_hit);
    const model::Stepper::Event event = stepper_->event();
    reply.reason =
        std::string("the model's step was ") + model::to_string(outcome);
    if (!event.text.empty()) reply.reason += ": " + event.text;
    if (event.where.known()) reply.reason += " at " + event.where.to_string();
    return reply;
  }

  /// The outcome of a step that did not run on.
  static SutOutcome outcome_of(model::StepOutcome outcome, bool any_hit) {
    switch (outcome) {
      case model::StepOutcome::ended:
        return SutOutcome::ended;
      case model::StepOutcome::crashed:
        return SutOutcome::crashed;
      case model::StepOutcome::hung:
        return SutOutcome::hung;
      // A false assumption after a goal ends the run; before, the step is none.
      case model::StepOutcome::discarded:
        return any_hit ? SutOutcome::ended : SutOutcome::refused;
      default:
        return SutOutcome::refused;
    }
  }

  const model::StepSystem& system_;
  std::unique_ptr<model::Stepper> stepper_;
};

suite::Signal signal_of(const model::Variable& v) {
  suite::Signal s;
  s.name = v.name;
  s.type = model::to_string(v.type);
  s.unit = v.unit;
  s.derived = v.derived;
  s.names = suite::named_values(v);
  if (v.has_range) {
    s.lo = v.lo;
    s.hi = v.hi;
  }
  return s;
}

}  // namespace

std::unique_ptr<Adapter> make_model(SimulatorFactory factory) {
  return std::make_unique<ModelAdapter>(std::move(factory));
}

std::unique_ptr<ModelSimulator> simulate_step_system(
    const model::StepSystem& system) {
  return std::make_unique<StepSystemSimulator>(system);
}

suite::Signature signature_of(const model::StepSystem& system) {
  suite::Signature out;
  for (const model::Variable& v : system.inputs) {
    out.inputs.push_back(signal_of(v));
  }
  for (const model::Variable& v : system.initial) {
    out.initial.push_back(signal_of(v));
  }
  for (const model::Variable& v : system.outputs) {
    out.outputs.push_back(signal_of(v));
  }
  return out;
}

}  // namespace catenary::exec
