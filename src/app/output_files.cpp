// SPDX-License-Identifier: Apache-2.0
#include "app/output_files.h"

#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/text_file.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

bool is_there(const std::string& path) {
  std::error_code failed;
  return fs::exists(path, failed);
}

/// Devices and pipes take several outputs, and give inputs.
bool is_special(const std::string& path) {
  std::error_code failed;
  return is_there(path) && !fs::is_regular_file(path, failed);
}

}  // namespace

void require_not_input(const std::string& output,
                       const std::vector<std::string>& inputs) {
  if (output.empty() || is_special(output)) return;
  for (const std::string& input : inputs) {
    const std::string file =
        is_there(input) ? input : input.substr(0, input.find('#'));
    if (file.empty() || !is_there(file)) continue;
    if (!base::is_same_file(output, file)) continue;
    throw base::InputError(
        {output, 0, 0},
        "this is an input of the command" +
            (output == file ? "" : ", named " + file) +
            ", which it never overwrites; expected another file",
        "output-is-input");
  }
}

std::vector<std::string> outputs_of(const CheckOptions& options) {
  return {options.sarif, options.certificate};
}

std::vector<std::string> outputs_of(const GenerateOptions& options) {
  return {options.output, options.certificate};
}

std::vector<std::string> outputs_of(const RunOptions& options) {
  return {options.output, options.junit, options.log};
}

std::vector<std::string> outputs_of(const ReportOptions& options) {
  return {options.csv, options.junit, options.html};
}

std::vector<std::string> outputs_of(const ConvertOptions& options) {
  return {options.output};
}

void require_outputs(const std::vector<std::string>& outputs,
                     const std::vector<std::string>& inputs,
                     bool force) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty()) continue;
    require_not_input(outputs[i], inputs);
    base::check_can_write(outputs[i],
                          force ? base::Overwrite::yes : base::Overwrite::no);
    for (std::size_t k = 0; k < i; ++k) {
      if (outputs[k].empty() || is_special(outputs[i]) ||
          !base::is_same_file(outputs[i], outputs[k])) {
        continue;
      }
      throw base::InputError({outputs[i], 0, 0},
                             "two outputs would be written to this file; "
                             "expected different files",
                             "output-twice");
    }
  }
}

std::string config_file(const std::string& named) {
  return named.empty() ? "catenary.toml" : named;
}

}  // namespace catenary::app
