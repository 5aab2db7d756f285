// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/transition/load_transition.h"

#include <algorithm>
#include <charconv>

#include "frontend/c/generated.h"
#include "frontend/c/transition/step_text.h"

namespace catenary::frontend::c {

namespace {

/// Throws where a criterion is asked for that is about code.
void refuse_criteria(const model::TransitionSystem& system,
                     const LoadOptions& options) {
  if (!options.criteria) return;
  for (const std::string& criterion : *options.criteria) {
    // Goals of the model itself, which there are in any case.
    if (criterion == "property" || criterion == "label" ||
        criterion == "assert") {
      continue;
    }
    throw base::InputError(
        {system.path, 0, 0},
        "'--cover " + criterion +
            "' is for programs; expected property, label or assert: the goals "
            "of a transition system are its own statements",
        "cover-not-for-model");
  }
}

/// Replaces the name of a variable of the program, see state_name(), by that of
/// the model; an index of an array may follow.
void rename(const model::TransitionSystem& system, std::string& name) {
  const std::size_t end = std::min(name.find('['), name.size());
  std::size_t index = system.states.size();
  if (end > 1) {
    (void)std::from_chars(name.data() + 1, name.data() + end, index);
  }
  if (index >= system.states.size() ||
      name.compare(0, end, state_name(index)) != 0) {
    return;
  }
  name.replace(0, end, system.states[index].name);
}

}  // namespace

model::StepSystem load_transition_system(const model::TransitionSystem& system,
                                         const LoadOptions& options,
                                         const base::Budget& budget,
                                         model::PlainRequest* plain) {
  refuse_criteria(system, options);
  model::StepSystem out = load_generated(
      "system.c",
      [&system](const std::string& file) {
        return write_step_text(system, file);
      },
      options,
      budget,
      plain);
  out.name = system.name;
  out.kind = "transition";
  out.path = system.path;
  out.sha256 = system.sha256;
  for (model::StateField& field : out.state) {
    rename(system, field.name);
    for (model::StateScalar& s : field.scalars) rename(system, s.name);
  }
  return out;
}

}  // namespace catenary::frontend::c
