// SPDX-License-Identifier: Apache-2.0
#include "app/report/publish.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/text_file.h"
#include "report/export/findings/markdown.h"
#include "report/export/findings/sarif.h"

namespace catenary::app {

namespace {

constexpr const char* kVariable = "GITHUB_STEP_SUMMARY";
/// With less space than this nothing is appended.
constexpr std::size_t kLeast = 20'000;

/// How many bytes the file may grow by; the whole limit if it does not exist.
std::size_t space_in(const std::string& path) {
  std::error_code failed;
  const std::uintmax_t size = std::filesystem::file_size(path, failed);
  if (failed) return report::kMostSummaryBytes;
  return size >= report::kMostSummaryBytes
             ? 0
             : report::kMostSummaryBytes - static_cast<std::size_t>(size);
}

}  // namespace

void append_step_summary(const suite::Suite& suite,
                         const suite::RunResults* results,
                         Context& context) {
  const char* path = std::getenv(kVariable);
  if (path == nullptr || *path == '\0') return;
  const std::size_t space = space_in(path);
  if (space < kLeast) {
    context.log.warning(std::string(path) +
                        ": no summary is added, since GitHub shows 1 MiB at "
                        "most");
    return;
  }
  std::ofstream file(path, std::ios::app | std::ios::binary);
  // A line of an earlier command may be open.
  file << "\n" << report::write_markdown(suite, results, space - 1);
  file.flush();
  if (!file) {
    context.log.warning(std::string(path) +
                        ": cannot write the summary of the step (" + kVariable +
                        ")");
  }
}

void publish_check(const CheckOptions& options,
                   const suite::Suite& suite,
                   Context& context) {
  append_step_summary(suite, nullptr, context);
  if (options.sarif.empty()) return;
  base::write_file(options.sarif,
                   report::write_sarif(suite, nullptr),
                   options.force ? base::Overwrite::yes : base::Overwrite::no);
}

}  // namespace catenary::app
