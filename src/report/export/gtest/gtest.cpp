// SPDX-License-Identifier: Apache-2.0
#include "report/export/gtest/gtest.h"

#include <cctype>
#include <set>
#include <utility>

#include "base/error.h"
#include "report/console/console.h"
#include "report/export/cmake_text.h"
#include "report/export/harness_program.h"
#include "report/export/tree_names.h"

namespace catenary::report {

namespace {

/// The end of harness.c: what tests.cpp calls. Messages are kept for it.
constexpr const char* kRunner = R"c(
static char message[4096];
static size_t message_size;

static void say(const char* format, ...) {
  if (message_size + 1 >= sizeof message) return;
  va_list values;
  va_start(values, format);
  const int count = vsnprintf(message + message_size,
                              sizeof message - message_size, format, values);
  va_end(values);
  if (count > 0) message_size += (size_t)count;
}

const char* catenary_test_message(void) { return message; }

int catenary_run_test(const char* id) {
  static catenary_sut* sut = NULL;
  message[0] = 0;
  message_size = 0;
  if (sut == NULL) {
    const catenary_signature* s = catenary_adapter_signature();
    if (catenary_adapter_abi_version() != CATENARY_ADAPTER_ABI_VERSION) {
      say("the adapter has another version of the interface\n");
      return FAIL;
    }
    if (!find(input_signals, INPUT_COUNT, s->inputs, s->input_count,
              input_at) ||
        !find(initial_signals, INITIAL_COUNT, s->initial, s->initial_count,
              initial_at) ||
        !find(output_signals, OUTPUT_COUNT, s->outputs, s->output_count,
              output_at)) {
      return FAIL;
    }
    if (catenary_adapter_open("", &sut) != CATENARY_OK) {
      say("the system could not be opened: %s\n",
          catenary_adapter_last_error(sut));
      sut = NULL;
      return FAIL;
    }
  }
  for (uint32_t i = 0; i < TEST_COUNT; ++i) {
    if (strcmp(tests[i].id, id) == 0) return run_test(&tests[i], sut);
  }
  say("there is no such test\n");
  return FAIL;
}
)c";

constexpr const char* kHead = R"c(#include <gtest/gtest.h>

extern "C" {
// In harness.c: 0 is pass, 1 fail, 2 inconclusive.
int catenary_run_test(const char* id);
const char* catenary_test_message(void);
}

static void run(const char* id) {
  const int verdict = catenary_run_test(id);
  if (verdict == 2) GTEST_SKIP() << catenary_test_message();
  if (verdict != 0) FAIL() << catenary_test_message();
}

)c";

/// Letters and digits only.
std::string without_underscores(const std::string& text) {
  std::string out;
  bool upper = true;
  for (const char c : as_identifier(text)) {
    if (c == '_') {
      upper = true;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += upper ? static_cast<char>(std::toupper(byte)) : c;
    upper = false;
  }
  return out.empty() ? "Test" : out;
}

std::string project_of(const HarnessOptions& options) {
  std::string out =
      "# Every TEST is a test of CTest.\n"
      "cmake_minimum_required(VERSION 3.16)\n"
      "project(" +
      options.project +
      " C CXX)\n"
      "set(CMAKE_C_STANDARD 11)\nset(CMAKE_CXX_STANDARD 17)\n"
      "enable_testing()\n"
      "add_executable(tests tests.cpp harness.c" +
      cmake_list(options.sources) +
      ")\n"
      "target_include_directories(tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR}" +
      cmake_list(options.include_directories) + ")\n";
  for (const std::string& o : options.compile_options) {
    out +=
        "target_compile_options(tests PRIVATE " + cmake_option_of_c(o) + ")\n";
  }
  out += gtest_cmake();
  if (!options.libraries.empty()) {
    out += "target_link_libraries(tests PRIVATE" +
           cmake_list(options.libraries) + ")\n";
  }
  return out;
}

std::string gtest_suite(const suite::Suite& suite) {
  return without_underscores(suite.model.name);
}

/// Names of TESTs by id of test: without '_', which GoogleTest keeps for
/// itself, and each once.
std::vector<std::pair<std::string, std::string>> gtest_names(
    const suite::Suite& suite) {
  std::vector<std::pair<std::string, std::string>> out;
  std::set<std::string> used;
  for (const suite::Test& test : suite.tests) {
    if (!is_in_harness(test)) continue;
    const std::string base = without_underscores(
        test.name.empty() ? "t" + short_id(test.id) : test.name);
    std::string name = base;
    for (std::size_t n = 2; !used.insert(name).second; ++n) {
      name = base + "N" + std::to_string(n);
    }
    out.emplace_back(test.id, name);
  }
  if (!out.empty()) return out;
  throw base::InputError({},
                         "no test of the suite can be a GoogleTest test: all "
                         "react to the system; 'catenary run' runs them",
                         "no-tests");
}

}  // namespace

const char* gtest_cmake() {
  return "find_package(GTest REQUIRED)\n"
         "target_link_libraries(tests PRIVATE GTest::gtest_main)\n"
         "include(GoogleTest)\n"
         "gtest_discover_tests(tests)\n";
}

std::string gtest_source(const suite::Suite& suite) {
  std::string out = "// Tests of " + printable(suite.model.name) +
                    ", exported by " + printable(suite.tool) + ".\n" + kHead;
  const std::string group = gtest_suite(suite);
  for (const auto& [id, name] : gtest_names(suite)) {
    out += "TEST(" + group + ", " + name + ") { run(\"" + id + "\"); }\n";
  }
  return out;
}

std::vector<HarnessFile> write_gtest(const suite::Suite& suite,
                                     const HarnessOptions& options) {
  return {{"tests.cpp", gtest_source(suite)},
          {"harness.c", harness_tables(suite) + kRunner},
          {"CMakeLists.txt", project_of(options)},
          {"catenary/adapter.h", adapter_header()}};
}

}  // namespace catenary::report
