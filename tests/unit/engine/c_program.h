// SPDX-License-Identifier: Apache-2.0
/// \file
/// C programs as text, as step systems.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "frontend/c/load.h"
#include "model/step/step_system.h"

namespace catenary::engine::test {

/// A program whose step function is `void step(void)`, with branch goals and
/// those it names.
inline model::StepSystem program(const std::string& text,
                                 const std::vector<std::string>& criteria = {
                                     "branch"}) {
  namespace fs = std::filesystem;
  const fs::path folder =
      fs::temp_directory_path() / ("concolic_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = (folder / "program.c").string();
  std::ofstream(path) << "#include \"catenary/c.h\"\n" << text;
  frontend::c::LoadOptions options;
  options.criteria = criteria;
  model::StepSystem system = frontend::c::load(path, options, {});
  fs::remove_all(folder);
  return system;
}

/// Goal "full" needs three times an input that chance does not give; no run
/// hits goal "over".
inline constexpr const char* kSaturating = R"c(
int a;
static unsigned char level;
void step(void) {
  CATENARY_INPUT(a);
  if (a == 77777 && level < 3) ++level;
  CATENARY_GOAL("full", level == 3);
  CATENARY_GOAL("over", level > 3);
}
)c";

}  // namespace catenary::engine::test
