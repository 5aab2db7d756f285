// SPDX-License-Identifier: Apache-2.0
#include "app/simulator.h"

#include "base/check.h"

namespace catenary::app {

namespace {

using exec::SutOutcome;
using exec::SutReply;

class GoalSimulator final : public exec::ModelSimulator {
 public:
  explicit GoalSimulator(const model::StepSystem& system)
      : system_(system), stepper_(system.factory->make()) {}

  [[nodiscard]] std::string name() const override { return system_.name; }
  [[nodiscard]] std::vector<std::string> inputs() const override {
    return names(system_.inputs);
  }
  [[nodiscard]] std::vector<std::string> initial() const override {
    return names(system_.initial);
  }
  [[nodiscard]] std::vector<std::string> outputs() const override {
    std::vector<std::string> out = names(system_.outputs);
    for (const model::Goal& g : system_.goals) out.push_back(g.id + kHitSuffix);
    return out;
  }

  SutReply reset(std::span<const std::optional<logic::Value>> values) override {
    return reply(stepper_->reset(
        letter(system_.initial, values, system_.initial_letter_bytes())
            .data()));
  }
  SutReply step(const mpq_class&,
                std::span<const std::optional<logic::Value>> values) override {
    return reply(stepper_->step(
        letter(system_.inputs, values, system_.letter_bytes()).data()));
  }

 private:
  static std::vector<std::string> names(const std::vector<model::Variable>& v) {
    std::vector<std::string> out;
    for (const model::Variable& one : v) out.push_back(one.name);
    return out;
  }

  static std::vector<std::byte> letter(
      const std::vector<model::Variable>& variables,
      std::span<const std::optional<logic::Value>> values,
      std::size_t bytes) {
    CATENARY_CHECK(values.size() == variables.size(), "one value a variable");
    std::vector<std::byte> out(bytes);
    for (std::size_t i = 0; i < variables.size(); ++i) {
      const model::Variable& v = variables[i];
      if (!values[i] && v.domain.empty()) continue;
      model::encode_scalar(v.type,
                           values[i] ? *values[i] : v.domain.front(),
                           out.data() + v.offset);
    }
    return out;
  }

  SutReply reply(model::StepOutcome outcome) {
    SutReply r;
    const bool running = outcome == model::StepOutcome::running;
    for (std::size_t i = 0; i < system_.outputs.size(); ++i) {
      r.outputs.push_back(running ? std::optional(stepper_->output(i))
                                  : std::nullopt);
    }
    bool any_hit = false;
    for (std::size_t g = 0; g < system_.goals.size(); ++g) {
      const bool hit = ((stepper_->hits()[g / 64] >> (g % 64)) & 1) != 0;
      any_hit |= hit;
      r.outputs.push_back(logic::Value::boolean(hit));
    }
    if (running) return r;
    const model::Stepper::Event event = stepper_->event();
    r.reason = event.text;
    if (event.where.known()) r.reason += " at " + event.where.to_string();
    switch (outcome) {
      case model::StepOutcome::ended:
        r.outcome = SutOutcome::ended;
        break;
      case model::StepOutcome::crashed:
        r.outcome = SutOutcome::crashed;
        break;
      case model::StepOutcome::hung:
        r.outcome = SutOutcome::hung;
        break;
      // A false assumption after a goal ends the run; before, the step is none.
      case model::StepOutcome::discarded:
        r.outcome = any_hit ? SutOutcome::ended : SutOutcome::refused;
        break;
      default:
        r.outcome = SutOutcome::refused;
        break;
    }
    return r;
  }

  const model::StepSystem& system_;
  std::unique_ptr<model::Stepper> stepper_;
};

}  // namespace

std::unique_ptr<exec::ModelSimulator> simulate_with_goals(
    const model::StepSystem& system) {
  return std::make_unique<GoalSimulator>(system);
}

}  // namespace catenary::app
