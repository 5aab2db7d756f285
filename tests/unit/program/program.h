// SPDX-License-Identifier: Apache-2.0
/// \file
/// C programs as text, built and run in this process. Only programs that stop
/// by themselves: signals are a matter of the tests that have children.
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "model/step/step_system.h"
#include "program/build/recipe.h"

namespace catenary::program::test {

/// What a front end's harness would define, by hand: INPUT(K, lvalue, code of
/// the type), INITIAL, OUTPUT.
inline constexpr const char* kHarness = R"c(
extern void __cat_hit(int);
#define INPUT(k, x, code) const int __cat_type_##k = code; \
  void __cat_seti_##k(long long v) { x = v; } \
  void __cat_setd_##k(double v) { x = v; }
#define INITIAL(k, x, code) const int __cat_ini_type_##k = code; \
  void __cat_ini_seti_##k(long long v) { x = v; } \
  void __cat_ini_setd_##k(double v) { x = v; }
#define OUTPUT(k, x, code) const int __cat_otype_##k = code; \
  long long __cat_outi_##k(void) { return x; } \
  double __cat_outd_##k(void) { return x; }
#line 1 "t.c"
)c";

/// How a program is wired.
struct Wiring {
  std::uint32_t inputs = 0, initial = 0, outputs = 0, goals = 0;
  Criteria criteria = {};
};

inline Recipe recipe_of(const std::string& text, const Wiring& wiring = {}) {
  Recipe r;
  r.name = "t";
  r.path = "t.c";
  r.units = {{"t.c", kHarness + text}};
  r.harness.inputs = wiring.inputs;
  r.harness.initial = wiring.initial;
  r.harness.outputs = wiring.outputs;
  r.criteria = wiring.criteria;
  for (std::uint32_t g = 0; g < wiring.goals; ++g) {
    model::Goal goal;
    goal.id = "g" + std::to_string(g);
    r.harness.goals.push_back(goal);
  }
  return r;
}

/// A step program: `text` defines __cat_step and perhaps __cat_init.
inline Built build_step(const std::string& text, const Wiring& wiring = {}) {
  return build(recipe_of(text, wiring), {});
}

inline Recipe whole_recipe(const std::string& text) {
  Recipe r;
  r.name = "t";
  r.path = "t.c";
  r.units = {{"t.c", "#line 1 \"t.c\"\n" + text}};
  r.whole_program = true;
  return r;
}

/// A whole program with its own main().
inline Built build_whole(const std::string& text) {
  return build(whole_recipe(text), {});
}

/// "file:line:col: message [code]" of the first fault; "" where it builds.
inline std::string fault_of(const Recipe& recipe) {
  try {
    (void)build(recipe, {});
  } catch (const base::InputError& e) {
    const base::Diagnostic& d = e.diagnostics().front();
    return d.where.to_string() + ": " + d.message + " [" + d.code + "]";
  }
  return "";
}

/// A running instance.
class Instance {
 public:
  explicit Instance(Built built)
      : built_(std::move(built)), stepper_(built_.factory->make()) {}

  model::StepOutcome reset(std::initializer_list<long> values = {}) {
    return stepper_->reset(letter(built_.initial, values).data());
  }
  model::StepOutcome step(std::initializer_list<long> values = {}) {
    return stepper_->step(letter(built_.inputs, values).data());
  }
  /// Ids of the goals that the last reset() or step() hit, with spaces.
  [[nodiscard]] std::string hits() const {
    std::string out;
    for (std::size_t g = 0; g < built_.goals.size(); ++g) {
      if ((stepper_->hits()[g / 64] >> (g % 64) & 1) == 0) continue;
      out += (out.empty() ? "" : " ") + built_.goals[g].id;
    }
    return out;
  }
  [[nodiscard]] std::string output(std::size_t index) {
    return stepper_->output(index).to_string();
  }
  [[nodiscard]] std::string event() const {
    const model::Stepper::Event e = stepper_->event();
    return e.where.to_string() + ": " + e.text;
  }
  [[nodiscard]] std::vector<std::byte> save() const {
    std::vector<std::byte> out(stepper_->state_bytes());
    stepper_->save(out.data());
    return out;
  }
  void load(const std::vector<std::byte>& state) {
    stepper_->load(state.data());
  }
  [[nodiscard]] const Built& built() const { return built_; }

 private:
  static std::vector<std::byte> letter(const std::vector<BuiltVariable>& of,
                                       std::initializer_list<long> values) {
    model::StepSystem layout;
    for (const BuiltVariable& v : of) {
      model::Variable variable;
      variable.type = v.type;
      layout.inputs.push_back(variable);
    }
    layout.lay_out();
    std::vector<std::byte> out(layout.letter_bytes() + 1);
    std::size_t k = 0;
    for (const long value : values) {
      const model::ScalarType type = layout.inputs.at(k).type;
      const logic::Value v =
          type == model::ScalarType::boolean
              ? logic::Value::boolean(value != 0)
              : logic::Value::integer(static_cast<std::int64_t>(value));
      model::encode_scalar(type, v, out.data() + layout.inputs[k++].offset);
    }
    return out;
  }

  Built built_;
  std::unique_ptr<model::Stepper> stepper_;
};

}  // namespace catenary::program::test
