// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/transition/load_transition.h"

#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "frontend/c/plain.h"
#include "frontend/c/transition/step_text.h"

namespace catenary::frontend::c {

model::StepSystem load_transition_system(
    const model::TransitionSystem& system,
    const LoadOptions& options,
    const base::Budget& budget,
    std::shared_ptr<model::PlainProgram>* plain) {
  if (options.criteria && !options.criteria->empty()) {
    throw base::InputError(
        {system.path, 0, 0},
        "'--cover " + options.criteria->front() +
            "' is about code; the goals of a transition system are its own",
        "cover-not-for-model");
  }
  // The plain compiler may read it longer than we.
  const auto directory = std::make_shared<base::TemporaryDirectory>();
  const std::string file = directory->file("system.c");
  const StepText text = write_step_text(system, file);
  base::write_file(file, text.source, base::Overwrite::no);
  model::StepSystem out;
  if (plain == nullptr) {
    out = load(text.description, options, budget);
  } else {
    out = load(text.description, options, budget, *plain);
    (*plain)->keep(directory);
  }
  out.name = system.name;
  out.kind = "transition";
  out.path = system.path;
  out.sha256 = system.sha256;
  const base::SourceMap& places = text.description.places;
  for (model::Goal& g : out.goals) g.where = places.find(g.where);
  for (base::Diagnostic& d : out.warnings) places.find_all(d);
  return out;
}

}  // namespace catenary::frontend::c
