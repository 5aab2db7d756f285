// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the name of a file to a model: the one place that knows all front ends.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "frontend/c/harness.h"
#include "model/contract/interface.h"
#include "model/step/step_system.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {
struct Capsule;
struct MachineModel;
}  // namespace catenary::model

namespace catenary::app {

enum class ModelKind : std::uint8_t {
  none,      ///< no model by its name, e.g. a suite
  step,      ///< a StepSystem
  timed,     ///< a TimedAutomaton
  contract,  ///< an Interface
  machine    ///< a MachineModel
};

/// What a file holds by its name; it need not be there. One that ends in .json
/// is looked into: it may be a suite or an export of requirements.
[[nodiscard]] ModelKind kind_of(const std::string& path);

/// Whether a file of this name is a model (and not, say, a suite).
[[nodiscard]] bool is_model(const std::string& path);

struct ModelOptions {
  std::vector<std::string> cover;  ///< criteria; empty = what the model says
  std::chrono::milliseconds step_timeout{1000};
  /// Remember in which order inputs are called for, see Stepper::called().
  bool record_calls = false;
  /// Headers before those of a state machine.
  std::vector<std::string> include = {};
  /// Of state machines: see SearchOptions.
  std::string semantics = kFileSemantics;
  std::string assume = {};
  /// Of programs: stubs for functions that no source defines.
  bool stub_missing = false;
  /// Of state machines: how many timers each timing port may have at once. 0 =
  /// as many as random runs show to be needed.
  std::uint32_t timers = 0;
  /// Of state machines: whether requirements judge what they do.
  bool judged = false;
  /// Makes the watcher of the model's steps, from the model without a watcher;
  /// empty = no watcher.
  std::function<frontend::c::Watcher(const model::StepSystem&)> watcher = {};
};

/// The path of the model with the capsule and the parts that were chosen.
[[nodiscard]] std::string model_path(const SearchOptions& options);

/// How a search loads its model.
[[nodiscard]] ModelOptions model_options(const SearchOptions& options);

/// The option of a suite whose program was loaded with stubs; its value is
/// "true".
inline constexpr const char* kStubsOption = "stub_missing";

/// Enough timers for whatever can be run.
inline constexpr std::uint32_t kAllTimers = 16;

/// Loads a model as a step system. Throws InputError where the file is none
/// that a front end reads. Warnings go to the log.
[[nodiscard]] model::StepSystem load_step_system(const std::string& path,
                                                 const ModelOptions& options,
                                                 Context& context);

/// Notes the files that load_step_system() reads (base/inputs). Throws
/// InputError for a faulty description; for programs in C, faults that only
/// compiling finds are not reported, and the cost is less than loading. For
/// other models it is the same.
void note_step_system(const std::string& path,
                      const ModelOptions& options,
                      Context& context);

/// Loads a timed model; its warnings are left to the caller.
[[nodiscard]] model::TimedAutomaton load_timed_automaton(
    const std::string& path, Context& context);

/// The same options, with SearchOptions::component behind the '#' of the model.
template <typename Options>
[[nodiscard]] Options with_component(Options options) {
  if (!options.component.empty()) options.model += "#" + options.component;
  return options;
}

/// Loads a requirement interface; its warnings are left to the caller.
[[nodiscard]] model::Interface load_interface(const std::string& path,
                                              Context& context);

/// The same with some of its views only; all where none is named. InputError
/// for a name that is none.
[[nodiscard]] model::Interface load_views(const std::string& path,
                                          const std::vector<std::string>& views,
                                          Context& context);

/// Loads a model of state machines; its warnings are left to the caller.
/// `semantics`: see SearchOptions.
[[nodiscard]] model::MachineModel load_machines(const std::string& path,
                                                const std::string& semantics,
                                                Context& context);

/// The capsule of that name, or all where it is empty. InputError where there
/// is none. They live as long as the model.
[[nodiscard]] std::vector<const model::Capsule*> chosen_capsules(
    const model::MachineModel& model, const std::string& name);

/// An option and whether it was given.
using Given = std::pair<const char*, bool>;

/// Throws InputError for the first option that was given: it means nothing for
/// models of this kind.
void refuse_options(const std::string& model,
                    ModelKind kind,
                    std::initializer_list<Given> options);
/// The same for all that say how `check` is to look: there is only one way.
void refuse_options(const CheckOptions& options, ModelKind kind);

}  // namespace catenary::app
