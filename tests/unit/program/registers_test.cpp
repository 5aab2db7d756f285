// SPDX-License-Identifier: Apache-2.0
// Registers of the hardware: memory at addresses that are numbers in the code.
#include "program/instrument/registers/registers.h"

#include <gtest/gtest.h>

#include "program/instrument/registers/place_in_text.h"
#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_whole;
using test::Instance;

TEST(PlaceInText, IsWhatIsAccessed) {
  const std::string line =
      "  x = GPIOA->IDR & 4; A.b[2] |= 1; B = C[i] + f(D);";
  const auto at = [&line](const std::string& what) {
    return place_in_text(line, static_cast<std::uint32_t>(line.find(what)) + 1);
  };
  EXPECT_EQ(at("IDR"), "GPIOA->IDR");
  EXPECT_EQ(at("|="), "A.b[2]");
  EXPECT_EQ(at("= C"), "B");
  EXPECT_EQ(at("D)"), "D");
  // Not a place, or not one that is the same wherever it is written.
  EXPECT_EQ(at("C[i]"), "");
  EXPECT_EQ(at("f("), "");
  EXPECT_EQ(at("& 4"), "");
  EXPECT_EQ(at("4;"), "");
  EXPECT_EQ(place_in_text(line, 1000), "");
}

std::string names_of(const std::vector<BuiltVariable>& variables) {
  std::string out;
  for (const BuiltVariable& v : variables) out += v.name + " ";
  return out;
}

std::string names_of(const std::vector<model::StateField>& state) {
  std::string out;
  for (const model::StateField& f : state) out += f.name + " ";
  return out;
}

constexpr const char* kRegisters =
    "extern void reach_error(void);\n"
    "#define IN (*(volatile unsigned char *)0x20)\n"
    "#define OUT (*(volatile unsigned char *)0x21)\n"
    "typedef struct { volatile unsigned A, B; } DEVICE;\n"
    "#define DEV ((DEVICE *)0x40001000u)\n";

// Each read of a register that nothing writes has a value of its own.
TEST(Registers, ThatAreOnlyReadAreInputs) {
  const Built built = build_whole(
      std::string(kRegisters) +
      "int main(void) { while (1) if (IN == 3 && IN == 4) reach_error(); }");
  const std::string in = "*(volatile unsigned char *)0x20";
  EXPECT_EQ(names_of(built.inputs), in + " " + in + "#2 ");
  Instance run(built);
  run.reset();
  run.step({3, 3});
  EXPECT_EQ(run.hits(), "");
  run.step({3, 4});
  EXPECT_EQ(run.hits(), "reach_error");
}

TEST(Registers, ThatAreWrittenRemember) {
  const Built built = build_whole(
      std::string(kRegisters) +
      "int main(void) { while (1) { if (DEV->B == 2) reach_error();\n"
      "  DEV->B += IN; OUT = 1; } }");
  EXPECT_EQ(names_of(built.inputs), "*(volatile unsigned char *)0x20 ");
  EXPECT_EQ(names_of(built.state), "*(volatile unsigned int *)0x40001004 ");
  Instance run(built);
  run.reset();
  run.step({1});
  run.step({1});
  EXPECT_EQ(run.hits(), "");
  run.step({0});
  EXPECT_EQ(run.hits(), "reach_error");
}

// A pointer to registers that is passed on reaches the same memory.
TEST(Registers, AreReachedThroughPointers) {
  const Built built =
      build_whole(std::string(kRegisters) +
                  "static void set(DEVICE *d, unsigned v) { d->B = v; }\n"
                  "int main(void) { while (1) { set(DEV, IN);\n"
                  "  if (DEV->B == 9) reach_error(); } }");
  Instance run(built);
  run.reset();
  run.step({8});
  EXPECT_EQ(run.hits(), "");
  run.step({9});
  EXPECT_EQ(run.hits(), "reach_error");
}

// A wait for a flag is for the hardware, even if the program clears it.
TEST(Registers, ThatALoopWaitsForAreInputs) {
  const Built built = build_whole(
      std::string(kRegisters) +
      "int main(void) { OUT = 0; while (1) { while ((OUT & 4) == 0) {}\n"
      "  OUT = 0; if (IN == 9) reach_error(); } }");
  EXPECT_EQ(built.inputs.size(), 2U);
  EXPECT_TRUE(built.warnings.empty());
}

// The hardware may change what decides a branch: proofs say what they assume.
TEST(Registers, ThatDecideAreAssumedToKeepTheirValues) {
  const Built built = build_whole(
      std::string(kRegisters) +
      "int main(void) { while (1) { DEV->B |= 1;\n"
      "  if (IN == 2) DEV->A = 0; if (DEV->A & 8) reach_error(); } }");
  ASSERT_EQ(built.warnings.size(), 1U) << "B is not tested";
  EXPECT_TRUE(built.warnings[0].message.starts_with(
      "'*(volatile unsigned int *)0x40001000' is in registers that"));
}

TEST(Registers, AtComputedAddressesAreUnsupported) {
  Instance run(build_whole(std::string(kRegisters) +
                           "int main(void) { while (1) {\n"
                           "  if (*(volatile unsigned *)(0x40001000ul + 4 * "
                           "IN)) reach_error(); } }"));
  run.reset();
  EXPECT_EQ(run.step({1}), model::StepOutcome::unsupported);
}

// `(void *)1` is a marker, not a register.
TEST(Registers, AreNoMarkers) {
  const Built built = build_whole(
      std::string(kRegisters) +
      "int main(void) { void *p = 0; while (1) {\n"
      "  if (p == (void *)1) reach_error(); p = IN ? (void *)1 : 0; } }");
  EXPECT_TRUE(built.registers.size() == 1 && !built.registers[0].written);
  Instance run(built);
  run.reset();
  run.step({1});
  EXPECT_EQ(run.hits(), "");
  run.step({0});
  EXPECT_EQ(run.hits(), "reach_error");
}

}  // namespace
}  // namespace catenary::program
