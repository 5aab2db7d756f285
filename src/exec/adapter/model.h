// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simulated models as systems under test.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exec/adapter.h"
#include "model/step/step_system.h"

namespace catenary::exec {

/// A model that can be executed step by step.
class ModelSimulator {
 public:
  virtual ~ModelSimulator() = default;
  /// For people.
  [[nodiscard]] virtual std::string name() const = 0;
  /// The names of the model's signals; they never change.
  [[nodiscard]] virtual std::vector<std::string> inputs() const = 0;
  [[nodiscard]] virtual std::vector<std::string> initial() const = 0;
  [[nodiscard]] virtual std::vector<std::string> outputs() const = 0;
  /// The signals whose values have names; values of a suite are those of the
  /// same names, if the suite has names for them too. Others may be missing.
  [[nodiscard]] virtual suite::Signature named() const { return {}; }
  /// Starts a run. Values are in the order of initial(); absent if the suite
  /// has no such signal. SutReply::outputs are in the order of outputs().
  virtual SutReply reset(
      std::span<const std::optional<logic::Value>> initial) = 0;
  /// See Adapter::begin_run(); followed by reset().
  virtual void begin_run(std::uint64_t /*number*/) {}
  /// Executes a step; values are in the order of inputs().
  virtual SutReply step(
      const mpq_class& dt,
      std::span<const std::optional<logic::Value>> inputs) = 0;
};

/// Makes simulators.
using SimulatorFactory = std::function<std::unique_ptr<ModelSimulator>()>;

/// An adapter that simulates in this process: pass it to isolate() if the model
/// runs code of the user. `factory` is called at open().
[[nodiscard]] std::unique_ptr<Adapter> make_model(SimulatorFactory factory);

/// The suffix of the derived output that says whether a step hit a goal.
inline constexpr const char* kHitSuffix = ".hit";

/// A step system as a simulator. Its outputs are those of the system and, for
/// each goal, "ID.hit"; a step that does not run on has only the latter.
/// Missing inputs have the first value of their domain, or 0. A discarded step
/// (false assumption) ends the run if it hit a goal before, else it is refused.
/// `system` must outlive the simulator.
[[nodiscard]] std::unique_ptr<ModelSimulator> simulate_step_system(
    const model::StepSystem& system);

/// Names, types and ranges of what a system takes and gives.
[[nodiscard]] suite::Signature signature_of(const model::StepSystem& system);

}  // namespace catenary::exec
