// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary convert --to btor2` and `--to smtlib` of models with steps: as
/// they are where the model is a transition system, by the encoding of one
/// initialisation and one step elsewhere.
#include <memory>

#include "app/convert/conversion.h"
#include "app/model_file.h"
#include "frontend/btor2/btor2.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/verilog/verilog.h"
#include "model/step/encoding.h"
#include "model/transition/of_steps.h"

namespace catenary::app {

namespace {

model::TransitionSystem read_transition_system(const std::string& path,
                                               Context& context) {
  if (frontend::btor2::handles(path)) return frontend::btor2::read(path);
  std::vector<base::Diagnostic> warnings;
  model::TransitionSystem out =
      frontend::verilog::read(path, context.budget, warnings);
  for (const base::Diagnostic& w : warnings) {
    context.progress.message(w.render());
  }
  return out;
}

/// Tells of goals that are left out.
void warn_of_pairs(const model::StepSystem& system, Context& context) {
  for (const model::PairGoal& pair : system.pair_goals) {
    context.progress.message(base::Diagnostic{
        base::Severity::warning,
        pair.goal.where,
        "the goal '" + pair.goal.id +
            "' is left out: two runs cover it, and a transition system has "
            "goals of one; its test vectors are goals",
        "pair-goal",
        {}}.render());
  }
}

}  // namespace

model::TransitionSystem transition_of_input(const Conversion& conversion,
                                            ExportSource source) {
  const ConvertOptions& options = conversion.options();
  Context& context = conversion.context();
  if (source == ExportSource::transition) {
    return read_transition_system(options.input, context);
  }
  std::string path = options.input;
  if (source == ExportSource::machine) {
    frontend::umlrt::MachineName name = frontend::umlrt::machine_name(path);
    if (!options.capsule.empty()) name.capsule = options.capsule;
    path = frontend::umlrt::to_path(name);
  }
  ModelOptions how;
  how.cover = options.cover;
  const model::StepSystem system = load_step_system(path, how, context);
  if (system.encoder == nullptr) {
    throw base::InputError({options.input, 0, 0},
                           "the model has no symbolic form; expected one whose "
                           "steps '--engine symbolic' can search",
                           "no-encoding");
  }
  warn_of_pairs(system, context);
  context.progress.update({"encoding", 0, 0, options.input});
  auto terms = std::make_shared<logic::TermManager>();
  const model::Encoding encoding =
      system.encoder->encode(*terms, {}, context.budget);
  model::TransitionSystem out =
      model::transition_of_steps(system, encoding, terms);
  if (out.goals.empty()) {
    throw base::InputError(
        {options.input, 0, 0},
        "the model has no goal; expected a property, or a criterion by --cover",
        "no-goal");
  }
  return out;
}

}  // namespace catenary::app
