// SPDX-License-Identifier: Apache-2.0
#include "app/report/results_file.h"

#include "base/error.h"
#include "base/sha256.h"
#include "suite/read.h"

namespace catenary::app {

void require_same_suite(const suite::RunResults& results,
                        const std::string& path,
                        const std::string& suite_text,
                        const std::string& suite_path) {
  const std::string digest = base::sha256(suite_text);
  if (digest == results.suite_sha256) return;
  throw base::InputError({suite_path, 0, 0},
                         "this is not the suite that " + path +
                             " are the results of: its SHA-256 is " + digest +
                             ", that of the suite that was run (" +
                             results.suite_path + ") is " +
                             results.suite_sha256,
                         "suite-differs");
}

suite::RunResults read_results_of(const std::string& path,
                                  const std::string& suite_text,
                                  const std::string& suite_path) {
  suite::RunResults out =
      suite::read_results(suite::read_suite_text(path), path);
  require_same_suite(out, path, suite_text, suite_path);
  return out;
}

}  // namespace catenary::app
