// SPDX-License-Identifier: Apache-2.0
#include "app/suite_file.h"

#include <filesystem>

#include "report/export/csv.h"
#include "suite/read.h"

namespace catenary::app {

suite::Suite parse_suite(std::string_view text, const std::string& file) {
  return std::filesystem::path(file).extension() == ".csv"
             ? report::read_csv(text, file)
             : suite::read_suite(text, file);
}

std::string model_of_suite(const suite::Suite& suite, const std::string& file) {
  namespace fs = std::filesystem;
  const fs::path path = suite.model.path;
  const fs::path beside = fs::path(file).parent_path() / path.filename();
  std::error_code failed;
  return !fs::exists(path, failed) && fs::exists(beside, failed)
             ? beside.string()
             : path.string();
}

}  // namespace catenary::app
