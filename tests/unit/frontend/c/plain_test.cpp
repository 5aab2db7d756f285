// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of the unmodified program show of its goals.
#include "frontend/c/plain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

namespace catenary::frontend::c {
namespace {

namespace fs = std::filesystem;

/// The branches that some runs of the program showed to be covered.
std::set<std::string> shown(const std::string& text, std::uint64_t length) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("plain_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = (folder / "p.c").string();
  std::ofstream(path) << "unsigned char __VERIFIER_nondet_uchar(void);\n"
                      << text;
  LoadOptions options;
  options.criteria = std::vector<std::string>{"branch"};
  model::PlainRequest plain;
  const model::StepSystem system = load(path, options, {}, plain);
  EXPECT_EQ(plain.program->wait({}), "");
  model::PlainJob job;
  job.length = length;
  job.cap = job.wall = std::chrono::seconds(60);
  const model::PlainSeen seen = plain.program->observe(system, job, {});
  fs::remove_all(folder);
  EXPECT_GE(seen.runs, 100U);
  std::set<std::string> out;
  for (const model::PlainHit& hit : seen.hits) {
    for (const std::uint32_t g : hit.goals) {
      const std::string& id = system.goals[g].id;
      out.insert(id.substr(id.find(':') + 1));
    }
  }
  return out;
}

// A run of main() ends within it, so counts of its branches need not add up;
// those of functions that have returned do.
TEST(Plain, ShowsBranchesOfWholePrograms) {
  const std::set<std::string> all = shown(
      "static int s;\n"
      "static int is_one(unsigned char c) {\n"
      "  if (c == 1) return 1;\n"
      "  if (c == 2) return 2;\n"
      "  return 0;\n"
      "}\n"
      "int main(void) {\n"
      "  for (;;) {\n"
      "    unsigned char c = __VERIFIER_nondet_uchar();\n"
      "    if (is_one(c)) s = 1;\n"
      "    if (c > 300) s = 2;\n"
      "  }\n"
      "}\n",
      100);
  const std::set<std::string> expected = {"4:7:true",
                                          "4:7:false",
                                          "5:7:true",
                                          "5:7:false",
                                          "11:9:true",
                                          "11:9:false",
                                          "12:9:false"};
  EXPECT_EQ(all, expected);
}

// What is behind the place where runs end was not begun.
TEST(Plain, ShowsNothingBehindTheEndOfRuns) {
  const std::set<std::string> all = shown(
      "static int s;\n"
      "static int next(int depth) {\n"
      "  int c = depth > 0 ? next(depth - 1) : __VERIFIER_nondet_uchar();\n"
      "  if (s > 5) c = 0;\n"
      "  return c;\n"
      "}\n"
      "int main(void) {\n"
      "  while (next(3) < 300) {\n"
      "  }\n"
      "  if (s == 0) s = 1;\n"
      "}\n",
      20);
  EXPECT_FALSE(all.contains("5:7:true"));
  EXPECT_TRUE(all.contains("5:7:false"));
  EXPECT_FALSE(all.contains("11:7:true"));
  EXPECT_FALSE(all.contains("11:7:false"));
}

// An inlined function has no frames: it is in those of its callers. The address
// keeps a copy of it.
TEST(Plain, CountsFunctionsWhereTheyAreInlined) {
  const std::set<std::string> all = shown(
      "static int s;\n"
      "static inline __attribute__((always_inline)) int get(void) {\n"
      "  if (__VERIFIER_nondet_uchar() <= 255) s = 1;\n"
      "  return s;\n"
      "}\n"
      "int (*volatile keep)(void) = get;\n"
      "int main(void) {\n"
      "  for (;;) get();\n"
      "}\n",
      20);
  EXPECT_TRUE(all.contains("4:7:true"));
  EXPECT_FALSE(all.contains("4:7:false"));
}

// More calls than are noted: nothing can be said.
TEST(Plain, ShowsNothingWhereTooManyCallsAreOpen) {
  const std::set<std::string> all = shown(
      "static int s;\n"
      "static int get(int k) {\n"
      "  if (k == 0) return __VERIFIER_nondet_uchar();\n"
      "  if (get(k - 1) <= 255) s = 1;\n"
      "  return 1;\n"
      "}\n"
      "int main(void) {\n"
      "  for (;;) get(5000);\n"
      "}\n",
      4);
  EXPECT_FALSE(all.contains("5:7:false"));
}

/// What all runs of a small controller show, with runs that are begun before
/// the sequences are known or without.
model::PlainSeen seen_of_controller(bool begun) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("early_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  const std::string path = (folder / "p.c").string();
  std::ofstream(path) << "unsigned char in;\n"
                         "unsigned char out;\n"
                         "static int code;\n"
                         "void step(void) {\n"
                         "  code = in == code + 1 ? code + 1 : 0;\n"
                         "  if (code == 6) out = 1;\n"
                         "}\n";
  LoadOptions options;
  options.criteria = std::vector<std::string>{"branch"};
  std::atomic<int> asked = 0;
  model::PlainRequest plain;
  if (begun) {
    plain.pace = {[&asked](double) {
                    ++asked;
                    return std::uint64_t{20'000};
                  },
                  [](double) { return std::chrono::seconds(10); }};
  }
  const model::StepSystem system = load(path, options, {}, plain);
  // A batch ends by its time, too.
  while (begun && asked < 20) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(plain.program->wait({}), "");
  model::PlainJob job;
  job.cap = job.wall = std::chrono::seconds(60);
  model::Trace code;
  for (int i = 1; i <= 6; ++i) code.steps.push_back({logic::Value::integer(i)});
  job.sequences = {&code};
  model::PlainSeen seen = plain.program->observe(system, job, {});
  EXPECT_EQ(system.outputs.size(), 1U);
  fs::remove_all(folder);
  return seen;
}

// The early runs and those with the sequences are the ones that would be made
// afterwards; each is made once.
TEST(Plain, EarlyRunsCountAsThoseOfTheJob) {
  const model::PlainSeen all = seen_of_controller(false);
  const model::PlainSeen begun = seen_of_controller(true);
  EXPECT_GE(begun.steps, 20'000U);
  EXPECT_LT(begun.steps, 30'000U);
  EXPECT_GE(begun.runs, 40U);
  // Only the sequence leads there.
  EXPECT_EQ(all.outputs.at(0).hi, logic::Value::integer(1));
  EXPECT_EQ(begun.outputs.at(0).hi, logic::Value::integer(1));
  EXPECT_EQ(begun.state.size(), all.state.size());
}

}  // namespace
}  // namespace catenary::frontend::c
