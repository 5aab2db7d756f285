// SPDX-License-Identifier: Apache-2.0
/// \file
/// One case of inputs for each effect that they can have.
#include "engine/certificate/input_cases.h"

#include <gtest/gtest.h>

#include <numeric>
#include <set>

namespace catenary::engine::certificate {

namespace {

/// A circuit with a word of inputs and a latch.
struct Compared {
  AndCircuit circuit;
  std::vector<AigerSignal> word;
  AigerSignal latch = 0;

  explicit Compared(std::size_t width) {
    for (std::size_t b = 0; b < width; ++b) {
      word.push_back(circuit.input("w"));
    }
    latch = circuit.latch("l");
  }
  AigerSignal equals(unsigned value) {
    AigerSignal out = 1;
    for (std::size_t b = 0; b < word.size(); ++b) {
      out = circuit.both(out, word[b] ^ (value >> b & 1U ? 0U : 1U));
    }
    return out;
  }
  std::vector<InputCase> cases(const std::vector<AigerSignal>& roots) {
    std::vector<std::uint32_t> gates(circuit.gates().size());
    std::iota(gates.begin(), gates.end(), 0U);
    return input_cases(circuit, gates, roots);
  }
};

bool has(const InputCase& all, unsigned value) {
  for (std::size_t b = 0; b < all.size(); ++b) {
    const auto bit = value >> b & 1U ? TernaryBit::one : TernaryBit::zero;
    if (all[b] != TernaryBit::any && all[b] != bit) return false;
  }
  return true;
}

}  // namespace

TEST(InputCases, AreOneForEachResultOfTheComparisons) {
  Compared c(32);
  const AigerSignal three = c.circuit.both(c.equals(3), c.latch);
  const AigerSignal five = c.circuit.both(c.equals(5), c.latch);
  const std::vector<InputCase> cases = c.cases({three, five});
  ASSERT_EQ(cases.size(), 3U);
  // Each of the two values is alone in its case.
  std::multiset<std::pair<bool, bool>> of;
  for (const InputCase& one : cases) of.insert({has(one, 3), has(one, 5)});
  EXPECT_EQ(of,
            (std::multiset<std::pair<bool, bool>>{
                {false, false}, {true, false}, {false, true}}));
}

TEST(InputCases, LeaveOpenWhatIsReadBitByBit) {
  Compared c(2);
  const AigerSignal copied = c.circuit.both(c.word[0], c.latch);
  const std::vector<InputCase> cases = c.cases({copied, c.word[1]});
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0], InputCase(2, TernaryBit::any));
}

// A bit that is compared and copied is never a case with another value of it.
TEST(InputCases, KeepBitsApartThatAreReadElsewhere) {
  Compared c(3);
  const AigerSignal six = c.circuit.both(c.equals(6), c.latch);
  const AigerSignal copied = c.circuit.both(c.word[0], c.latch);
  const std::vector<InputCase> cases = c.cases({six, copied});
  for (unsigned value = 0; value < 8; ++value) {
    std::size_t with = 0;
    for (const InputCase& one : cases) with += has(one, value) ? 1U : 0U;
    // By the comparison, and by the bit.
    const bool is_alone = value == 6;
    EXPECT_TRUE(is_alone ? with == 1 : with <= 1) << value;
  }
  std::set<TernaryBit> bits;
  for (const InputCase& one : cases) bits.insert(one[0]);
  EXPECT_TRUE(
      bits.contains(TernaryBit::any) ||
      (bits.contains(TernaryBit::one) && bits.contains(TernaryBit::zero)));
}

TEST(InputCases, AreOneOpenCaseIfThereAreTooMany) {
  Compared c(8);
  std::vector<AigerSignal> roots;
  for (unsigned value = 0; value < 200; ++value) {
    roots.push_back(c.circuit.both(c.equals(value), c.latch));
  }
  const std::vector<InputCase> cases = c.cases(roots);
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0], InputCase(8, TernaryBit::any));
}

}  // namespace catenary::engine::certificate
