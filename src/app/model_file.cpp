// SPDX-License-Identifier: Apache-2.0
#include "app/model_file.h"

#include "base/text_file.h"
#include "frontend/c/load.h"

namespace catenary::app {

bool is_model(const std::string& path) {
  return frontend::c::handles(path);
}

model::StepSystem load_step_system(const std::string& path,
                                   const ModelOptions& options,
                                   Context& context) {
  if (!is_model(path)) {
    (void)base::read_file(path);  // a missing file is the better message
    throw base::InputError({path, 0, 0},
                           "no front end reads files of this kind; expected a "
                           "description (.toml) or a C program (.c, .i)",
                           "unknown-model-kind");
  }
  context.progress.update({"compiling", 0, 0, path});
  frontend::c::LoadOptions load;
  load.step_time_limit = options.step_timeout;
  if (!options.cover.empty()) load.criteria = options.cover;
  model::StepSystem system = frontend::c::load(path, load, context.budget);
  for (const base::Diagnostic& warning : system.warnings) {
    context.progress.message(warning.render());
  }
  return system;
}

}  // namespace catenary::app
