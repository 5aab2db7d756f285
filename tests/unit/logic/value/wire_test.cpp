// SPDX-License-Identifier: Apache-2.0
#include "logic/value/wire.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace catenary::logic {
namespace {

std::optional<Value> read_value(const std::string& bytes, const Sort& sort) {
  base::WireReader from(bytes);
  std::optional<Value> value;
  read(from, sort, value);
  EXPECT_TRUE(from.at_end());
  return value;
}

std::string message(const std::optional<Value>& value) {
  base::WireWriter to;
  write(to, value);
  return to.bytes();
}

TEST(ValueWire, ValuesSurvive) {
  const auto modes = std::make_shared<const Enumeration>(
      Enumeration{"Mode", {"OFF", "ON", "FAULT"}});
  const std::vector<Value> values = {
      Value::boolean(true),
      Value::integer(-1),
      Value::integer(mpz_class("123456789012345678901234567890")),
      Value::real(mpq_class(-1, 3)),
      Value::float32(0.1F),
      Value::float64(-0.0),
      Value::float64(std::nan("")),
      Value::bitvec(7, 5),
      Value::enumerator(modes, 2)};
  for (const Value& value : values) {
    const std::string bytes = message(value);
    EXPECT_EQ(read_value(bytes, value.sort()), value) << value.to_string();
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      EXPECT_THROW(read_value(bytes.substr(0, size), value.sort()),
                   base::WireError);
    }
  }
  EXPECT_EQ(read_value(message(std::nullopt), Sort::boolean()), std::nullopt);
}

TEST(ValueWire, AValueOfAnotherSortIsAnError) {
  for (const Value& value : {Value::boolean(true),
                             Value::integer(5),
                             Value::float64(1),
                             Value::bitvec(7, 5)}) {
    for (const Sort& sort :
         {Sort::boolean(), Sort::integer(), Sort::float64(), Sort::bitvec(7)}) {
      if (sort == value.sort()) continue;
      EXPECT_THROW(read_value(message(value), sort), base::WireError)
          << value.to_string();
    }
  }
}

}  // namespace
}  // namespace catenary::logic
