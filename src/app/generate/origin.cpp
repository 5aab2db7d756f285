// SPDX-License-Identifier: Apache-2.0
#include "app/generate/origin.h"

#include "app/machine/machine_system.h"
#include "app/model_file.h"

namespace catenary::app {

const char* to_string(Method method) {
  switch (method) {
    case Method::chain:
      return "chain";
    case Method::single:
      return "single";
    case Method::random:
      return "random";
    case Method::concolic:
      return "concolic";
    case Method::path:
      return "path";
    case Method::automatic:
      break;
  }
  return "chain";
}

namespace {

std::string comma_list(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ",") + item;
  return out;
}

}  // namespace

void note_origin(const GenerateOptions& options,
                 const std::map<std::string, std::string>& made,
                 suite::Suite& suite) {
  suite.seed = options.seed;
  suite.options = made;
  suite.options["method"] = to_string(options.method);
  if (!options.cover.empty()) {
    suite.options["cover"] = comma_list(options.cover);
  }
  if (!options.goals.empty()) {
    suite.options["goal"] = comma_list(options.goals);
  }
  if (!options.include.empty()) {
    suite.options[kIncludeOption] = join_includes(options.include);
  }
  if (options.semantics != kFileSemantics) {
    suite.options[kSemanticsOption] = options.semantics;
  }
  if (!options.assume.empty()) suite.options[kAssumeOption] = options.assume;
  if (options.stub_missing) suite.options[kStubsOption] = "true";
  if (options.max_steps != 0) {
    suite.options["max_steps"] = std::to_string(options.max_steps);
  }
  if (!options.oracle.empty()) suite.options["oracle"] = options.oracle;
  if (!options.tidy) suite.options["tidy"] = "false";
}

}  // namespace catenary::app
