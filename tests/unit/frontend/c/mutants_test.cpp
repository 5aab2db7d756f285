// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "base/error.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "frontend/c/load.h"

namespace catenary::frontend::c {
namespace {

constexpr const char* kProgram = R"(#include <stdbool.h>
#define LIMIT 7
#define BIGGER(a, b) ((a) > (b))
typedef enum { IDLE, BUSY, DONE } Mode;
bool go, hold;
int level, other;
Mode mode;
void step(void) {
  if (go && level >= LIMIT) mode = BUSY;
  if (BIGGER(level, 3)) other++;
  level = level + 1; /* + */
  switch (mode) {
    case IDLE:
      break;
    default:
      mode = !hold ? DONE : mode;
  }
}
)";

class SourceMutants : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    const std::string path = directory_.file("program.c");
    base::write_file(path, text, base::Overwrite::yes);
    return path;
  }

 private:
  base::TemporaryDirectory directory_;
};

/// "9:19: relation: '>=' becomes '>'".
std::set<std::string> texts(const std::vector<program::SourceMutant>& mutants) {
  std::set<std::string> out;
  for (const program::SourceMutant& m : mutants) {
    const model::Mutation& x = m.mutant.mutation;
    out.insert(std::to_string(x.where.line) + ":" +
               std::to_string(x.where.column) + ": " + x.kind + ": " + x.text);
  }
  return out;
}

TEST_F(SourceMutants, AreNamedByTheirPlaces) {
  const std::set<std::string> all = texts(source_mutants(write(kProgram), {}));
  for (const char* wanted :
       {"9:19: relation: '>=' becomes '>'",
        "9:19: relation: '>=' becomes '=='",
        "9:10: logic: '&&' becomes '||'",
        "9:7: operand: 'go && level >= LIMIT' becomes 'go'",
        "9:7: condition: condition 'go && level >= LIMIT' is negated",
        "9:7: condition: condition 'go && level >= LIMIT' is always true",
        "9:7: variable: 'go' becomes 'hold'",
        "9:22: constant: 'LIMIT' becomes '(LIMIT + 1)'",
        "9:36: constant: 'BUSY' becomes 'DONE'",
        "9:36: constant: 'BUSY' becomes 'IDLE'",
        "9:29: statement: 'mode = BUSY' is left out",
        "10:25: statement: 'other++' is left out",
        "10:30: arithmetic: '++' becomes '--'",
        "11:17: arithmetic: '+' becomes '-'",
        "11:19: constant: '1' becomes '0'",
        "14:7: statement: 'break' is left out",
        "16:14: logic: '!hold' becomes 'hold'"}) {
    EXPECT_TRUE(all.contains(wanted)) << wanted;
  }
  // What a macro expands to has no place of its own; labels are left alone.
  for (const std::string& text : all) {
    EXPECT_FALSE(text.starts_with("3:")) << text;
    EXPECT_FALSE(text.starts_with("13:")) << text;
  }
}

TEST_F(SourceMutants, AreTheSameEveryTimeAndChangeOnePlace) {
  const std::string path = write(kProgram);
  const auto first = source_mutants(path, {});
  const auto second = source_mutants(path, {});
  ASSERT_EQ(first.size(), second.size());
  ASSERT_GT(first.size(), 30U);
  EXPECT_EQ(first.front().mutant.mutation.id, "m001");
  std::set<std::string> changed;
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::string a = kProgram;
    std::string b = kProgram;
    first[i].mutant.change(a);
    second[i].mutant.change(b);
    EXPECT_EQ(a, b);
    EXPECT_NE(a, kProgram) << first[i].mutant.mutation.text;
    EXPECT_TRUE(changed.insert(a).second) << first[i].mutant.mutation.text;
  }
}

/// The program after a few steps with the same inputs.
std::string behaviour(const model::StepSystem& system) {
  const auto stepper = system.factory->make();
  std::string out;
  std::vector<std::byte> letter(system.letter_bytes(), std::byte{1});
  (void)stepper->reset(nullptr);
  for (int s = 0; s < 10; ++s) {
    (void)stepper->step(letter.data());
    for (std::size_t o = 0; o < system.outputs.size(); ++o) {
      out += stepper->output(o).to_string() + " ";
    }
  }
  return out;
}

TEST_F(SourceMutants, AreCompiledInPlaceOfTheFile) {
  const std::string path = write(kProgram);
  const model::StepSystem original = load(path, {}, {});
  std::size_t compiled = 0;
  std::size_t other = 0;
  for (const program::SourceMutant& m : source_mutants(path, {})) {
    if (m.mutant.mutation.kind != "arithmetic") continue;
    std::string text = kProgram;
    m.mutant.change(text);
    LoadOptions options;
    options.replaced = {{m.path, text}};
    const model::StepSystem mutant = load(path, options, {});
    ++compiled;
    if (mutant.sha256 == original.sha256) continue;
    if (behaviour(mutant) != behaviour(original)) ++other;
  }
  EXPECT_GE(compiled, 2U);
  EXPECT_GE(other, 2U);
  // The file itself is as it was.
  EXPECT_EQ(base::read_text_file(path), kProgram);
  EXPECT_EQ(load(path, {}, {}).sha256, original.sha256);
}

TEST_F(SourceMutants, ThatAreNoProgramSayWhere) {
  const std::string path = write(kProgram);
  LoadOptions options;
  options.replaced = {{"program.c", "void step(void) { nonsense }"}};
  EXPECT_THROW((void)load(path, options, {}), base::InputError);
}

}  // namespace
}  // namespace catenary::frontend::c
