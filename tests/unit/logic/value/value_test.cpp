// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values: canonical form, access, text and back.
#include "logic/value/value.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/check.h"
#include "base/error.h"

namespace catenary::logic {
namespace {

std::shared_ptr<const Enumeration> colours() {
  return std::make_shared<const Enumeration>(
      Enumeration{"Colour", {"red", "else", "a, b|}\\", "green"}});
}

TEST(Sort, StructureDecidesEquality) {
  EXPECT_EQ(Sort::bitvec(8), Sort::bitvec(8));
  EXPECT_FALSE(Sort::bitvec(8) == Sort::bitvec(9));
  EXPECT_FALSE(Sort::integer() == Sort::real());
  EXPECT_EQ(Sort::enumeration(colours()), Sort::enumeration(colours()));
  const Sort a = Sort::array(Sort::integer(), Sort::float32());
  EXPECT_EQ(a, Sort::array(Sort::integer(), Sort::floating(8, 24)));
  EXPECT_EQ(a.hash(), Sort::array(Sort::integer(), Sort::float32()).hash());
  EXPECT_EQ(a.to_string(), "(Array Int (_ FloatingPoint 8 24))");
}

TEST(Sort, MisuseIsCaught) {
  EXPECT_THROW(Sort::bitvec(0), base::InternalError);
  EXPECT_THROW(Sort::floating(1, 4), base::InternalError);
  EXPECT_THROW((void)Sort::boolean().bits(), base::InternalError);
  EXPECT_THROW(Sort::enumeration(std::make_shared<const Enumeration>(
                   Enumeration{"E", {"a", "a"}})),
               base::InternalError);
}

TEST(Value, IntegersOfAnySize) {
  const auto lowest = std::numeric_limits<long long>::min();
  EXPECT_EQ(Value::integer(lowest).as_int64(), lowest);
  EXPECT_EQ(Value::integer(-1).to_string(), "-1");
  EXPECT_EQ(Value::integer(std::numeric_limits<std::uint64_t>::max()),
            Value::integer(mpz_class("18446744073709551615")));
  const Value big = Value::integer(mpz_class("9223372036854775808"));
  EXPECT_FALSE(big.fits_int64());
  EXPECT_THROW((void)big.as_int64(), base::InternalError);
  EXPECT_EQ(Value::integer(-3).to_smtlib(), "(- 3)");
}

TEST(Value, RealsAreCanonical) {
  EXPECT_EQ(Value::real(mpq_class(2, 4)), Value::real(mpq_class(1, 2)));
  EXPECT_EQ(Value::real(mpq_class(-2, 4)).to_string(), "-1/2");
  EXPECT_EQ(Value::real(mpq_class(-2, 4)).to_smtlib(), "(- (/ 1.0 2.0))");
}

TEST(Value, BitVectorsWrapAround) {
  EXPECT_EQ(Value::bitvec(8, 257), Value::bitvec(8, 1));
  EXPECT_EQ(Value::bitvec(8, -1).as_bits(), 255);
  EXPECT_EQ(Value::bitvec(8, 128).as_signed(), -128);
  EXPECT_EQ(Value::bitvec(8, 127).as_signed(), 127);
  EXPECT_EQ(Value::bitvec(8, 15).to_string(), "#x0f");
  EXPECT_EQ(Value::bitvec(3, 5).to_string(), "#b101");
  EXPECT_EQ(Value::bitvec(8, 5).to_smtlib(), "(_ bv5 8)");
  EXPECT_FALSE(Value::bitvec(8, 5) == Value::bitvec(9, 5));
}

TEST(Value, FloatsCompareBitByBitWithOneNan) {
  EXPECT_FALSE(Value::float64(0.0) == Value::float64(-0.0));
  EXPECT_EQ(Value::float32(std::numeric_limits<float>::quiet_NaN()),
            Value::float32(-std::numeric_limits<float>::signaling_NaN()));
  EXPECT_EQ(Value::float32(0.1F).to_string(), "0.1");
  EXPECT_EQ(Value::float64(0.1).as_double(), 0.1);
  EXPECT_EQ(Value::float32(0.1F).as_double(), static_cast<double>(0.1F));
  EXPECT_THROW((void)Value::float64(1).as_float(), base::InternalError);
  EXPECT_EQ(Value::float32(-1.5F).to_smtlib(),
            "(fp #b1 #b01111111 #b10000000000000000000000)");
}

TEST(Value, ArraysAreExtensional) {
  const Sort sort = Sort::array(Sort::boolean(), Sort::integer());
  const Value one = Value::integer(1);
  const Value two = Value::integer(2);
  const Value f = Value::boolean(false);
  const Value t = Value::boolean(true);
  const Value a = Value::array(sort, {}, one).with(t, two);
  const Value b = Value::array(sort, {}, two).with(f, one);
  const Value c = Value::array(sort, {}, Value::integer(7)).with(f, one);
  EXPECT_EQ(a, b);
  EXPECT_EQ(a, c.with(t, two));
  EXPECT_EQ(a.hash(), b.hash());
  EXPECT_FALSE(a == c);
  EXPECT_EQ(a.at(t), two);
  EXPECT_EQ(c.at(t), Value::integer(7));
  EXPECT_EQ(a.with(t, one), Value::array(sort, {}, one));
}

TEST(Value, ArraysOverInfiniteIndices) {
  const Sort sort = Sort::array(Sort::integer(), Sort::boolean());
  Value a = default_value(sort);
  for (int i = 0; i < 5; ++i)
    a = a.with(Value::integer(i), Value::boolean(true));
  EXPECT_EQ(a.entries().size(), 5U);
  EXPECT_EQ(a.to_string(),
            "{0: true, 1: true, 2: true, 3: true, 4: true, else: false}");
  EXPECT_FALSE(a.at(Value::integer(9)).as_bool());
  EXPECT_THROW((void)a.at(Value::boolean(true)), base::InternalError);
}

/// Values of every kind, the odd ones included.
std::vector<Value> samples() {
  std::vector<Value> all = {Value::boolean(true),
                            Value::integer(mpz_class("-123456789012345678901")),
                            Value::real(mpq_class(-22, 7)),
                            Value::real(3),
                            Value::bitvec(12, 0xabc),
                            Value::bitvec(1, 1)};
  for (const double d : {0.1,
                         1e300,
                         5e-324,
                         -0.0,
                         123456.0,
                         std::numeric_limits<double>::infinity(),
                         -std::numeric_limits<double>::max(),
                         std::numeric_limits<double>::quiet_NaN()}) {
    all.push_back(Value::float64(d));
    all.push_back(Value::float32(static_cast<float>(d)));
  }
  for (std::uint64_t i = 0; i < cardinality(Sort::floating(3, 4)); ++i) {
    all.push_back(nth_value(Sort::floating(3, 4), i));
  }
  all.push_back(Value::floating(Sort::floating(15, 113), mpz_class(1)));
  all.push_back(
      Value::floating(Sort::floating(15, 113),
                      mpz_class("3fff5555555555555555555555555555", 16)));
  for (std::uint32_t i = 0; i < 4; ++i) {
    all.push_back(Value::enumerator(colours(), i));
  }
  const Sort nested =
      Sort::array(Sort::integer(),
                  Sort::array(Sort::integer(), Sort::enumeration(colours())));
  Value inner = default_value(nested.element());
  inner = inner.with(Value::integer(-1), Value::enumerator(colours(), 2));
  inner = inner.with(Value::integer(8), Value::enumerator(colours(), 1));
  all.push_back(default_value(nested).with(Value::integer(3), inner));
  const Sort by_colour =
      Sort::array(Sort::enumeration(colours()), Sort::float64());
  all.push_back(default_value(by_colour)
                    .with(Value::enumerator(colours(), 1), Value::float64(-0.0))
                    .with(Value::enumerator(colours(), 2), Value::float64(2)));
  return all;
}

TEST(Value, TextReadsBack) {
  for (const Value& v : samples()) {
    EXPECT_EQ(parse_value(v.sort(), v.to_string()), v)
        << v.sort().to_string() << " " << v.to_string();
  }
}

TEST(Value, TextIsAsShortForOddFormats) {
  const auto text = [](const Sort& sort, const char* decimal) {
    return parse_value(sort, decimal).to_string();
  };
  EXPECT_EQ(text(Sort::floating(5, 11), "0.1"), "1e-1");
  EXPECT_EQ(text(Sort::floating(5, 11), "65504"), "6.55e4");
  EXPECT_EQ(text(Sort::floating(15, 113), "100"), "1e2");
}

TEST(ParseValue, RejectsEverythingElse) {
  const std::vector<std::pair<Sort, std::vector<std::string>>> wrong = {
      {Sort::boolean(), {"", "1", "True", "true "}},
      {Sort::integer(), {"", "-", "1.0", "0x1", "1e3", "+1", " 1"}},
      {Sort::real(), {"", "1/0", "1/-2", "1/", ".5", "a", "1e"}},
      {Sort::bitvec(8), {"", "#x0", "#x0g", "#b1", "15", "#x", "#x-f"}},
      {Sort::float64(), {"", "nan", "inf", "1e", "1e400", "0x1p3", "1.2.3"}},
      {Sort::enumeration(colours()), {"", "blue", "Red"}},
      {Sort::array(Sort::integer(), Sort::boolean()),
       {"",
        "{}",
        "{else: 1}",
        "{else: true",
        "{1: true else: true}",
        "{1: true, 1: true, else: false}",
        "{else: true}x"}}};
  for (const auto& [sort, texts] : wrong) {
    for (const std::string& text : texts) {
      EXPECT_THROW((void)parse_value(sort, text), base::InputError)
          << sort.to_string() << " accepted '" << text << "'";
    }
  }
}

TEST(ParseValue, HugeExponentsNeitherHangNorOverflow) {
  EXPECT_THROW((void)parse_value(Sort::float64(), "1e99999999999999999999"),
               base::InputError);
  EXPECT_EQ(parse_value(Sort::float64(), "-1e-99999999999999999999"),
            Value::float64(-0.0));
}

TEST(ParseValue, SaysWhatWasExpected) {
  try {
    (void)parse_value(Sort::enumeration(colours()), "blue");
    FAIL();
  } catch (const base::InputError& e) {
    const std::string message = e.diagnostics().at(0).message;
    EXPECT_NE(message.find("'blue'"), std::string::npos);
    EXPECT_NE(message.find("red"), std::string::npos);
    EXPECT_FALSE(e.diagnostics().at(0).where.known());
  }
}

TEST(NthValue, EnumeratesEverySmallSortWithoutRepetition) {
  const Sort bit = Sort::boolean();
  for (const Sort& sort : {bit,
                           Sort::bitvec(3),
                           Sort::floating(2, 3),
                           Sort::enumeration(colours()),
                           Sort::array(bit, Sort::enumeration(colours())),
                           Sort::array(Sort::bitvec(2), bit)}) {
    std::vector<Value> seen;
    for (std::uint64_t i = 0; i < cardinality(sort); ++i) {
      const Value v = nth_value(sort, i);
      EXPECT_EQ(v.sort(), sort);
      for (const Value& other : seen) EXPECT_FALSE(v == other);
      seen.push_back(v);
    }
  }
  EXPECT_EQ(cardinality(Sort::floating(2, 3)), 32U - 8U + 3U);
  EXPECT_EQ(cardinality(Sort::array(Sort::bitvec(2), bit)), 16U);
  EXPECT_FALSE(cardinality(Sort::integer()).has_value());
  EXPECT_FALSE(cardinality(Sort::bitvec(63)).has_value());
  EXPECT_TRUE(cardinality(Sort::bitvec(62)).has_value());
}

TEST(SmtlibSymbol, QuotesAndEscapes) {
  EXPECT_EQ(smtlib_symbol("i.signal"), "i.signal");
  EXPECT_EQ(smtlib_symbol("a b"), "|a b|");
  EXPECT_EQ(smtlib_symbol("x[3]"), "|x[3]|");
  EXPECT_EQ(smtlib_symbol("1st"), "|1st|");
  EXPECT_EQ(smtlib_symbol(""), "||");
  EXPECT_EQ(smtlib_symbol("and"), "and%");
  EXPECT_EQ(smtlib_symbol("bvadd"), "bvadd%");
  EXPECT_EQ(smtlib_symbol("a|b"), "a%7Cb");
  EXPECT_EQ(smtlib_symbol("100%"), "|100%25|");
  EXPECT_EQ(smtlib_symbol("@x"), "%@x");
  EXPECT_EQ(smtlib_enumerator(*colours(), 0), "Colour!red");
}

}  // namespace
}  // namespace catenary::logic
