// SPDX-License-Identifier: Apache-2.0
/// \file
/// What runs of the unmodified program show of its goals.
#include "frontend/c/plain.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

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
  std::shared_ptr<model::PlainProgram> plain;
  const model::StepSystem system = load(path, options, {}, plain);
  EXPECT_EQ(plain->wait({}), "");
  model::PlainJob job;
  job.length = length;
  job.cap = job.wall = std::chrono::seconds(60);
  const model::PlainSeen seen = plain->observe(system, job, {});
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

}  // namespace
}  // namespace catenary::frontend::c
