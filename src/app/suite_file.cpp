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

}  // namespace catenary::app
