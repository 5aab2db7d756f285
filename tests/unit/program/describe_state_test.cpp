// SPDX-License-Identifier: Apache-2.0
/// \file
/// The numbers in the state, by the types of the source: where they are in the
/// packed bytes, and which inputs they may hold.
#include <gtest/gtest.h>

#include <cstring>

#include "unit/program/program.h"

namespace catenary::program {
namespace {

using test::build_step;
using test::Instance;

const model::StateScalar* find(const Built& built, const std::string& name) {
  for (const model::StateField& f : built.state) {
    for (const model::StateScalar& s : f.scalars) {
      if (s.name == name) return &s;
    }
  }
  return nullptr;
}

TEST(DescribeState, NumbersAreWhereTheyAreSaved) {
  Instance i(
      build_step("struct { char skipped; short a; struct { long b; } in; } s;\n"
                 "static int c[3] = {4, 5, 6};\n"
                 "void __cat_step(void) { s.a = s.a - 7; s.in.b += 1L << 40;\n"
                 "  int t = c[0]; c[0] = c[1]; c[1] = c[2]; c[2] = t; }"));
  i.reset();
  i.step();
  const std::vector<std::byte> packed = i.save();
  const auto value = [&](const std::string& name, std::size_t element) {
    const model::StateScalar* s = find(i.built(), name);
    if (s == nullptr) return std::string("missing");
    return model::decode_scalar(s->type, packed.data() + s->offsets.at(element))
        .to_string();
  };
  EXPECT_EQ(value("s.a", 0), "-7");
  EXPECT_EQ(value("s.in.b", 0), "1099511627776");
  EXPECT_EQ(value("c[0..2]", 0), "5");
  EXPECT_EQ(value("c[0..2]", 2), "4");
  EXPECT_EQ(find(i.built(), "s.skipped"), nullptr);
}

TEST(DescribeState, TypesAreThoseOfTheSource) {
  const Built b = build_step(
      "typedef enum { P = 1, Q } e_t; typedef const volatile unsigned char u;\n"
      "_Bool f; e_t e; unsigned char n; char k; float x; int* p; __int128 h;\n"
      "union { int i; float f; } w;\n"
      "void __cat_step(void) { f = !f; e = e == P ? Q : P; n++; k++;\n"
      "  x = x + 1; p = p ? 0 : (int*)&f; h++; w.i++; }");
  EXPECT_EQ(find(b, "f")->type, model::ScalarType::boolean);
  EXPECT_EQ(find(b, "e")->type, model::ScalarType::uint32);
  EXPECT_EQ(find(b, "n")->type, model::ScalarType::uint8);
  EXPECT_EQ(find(b, "k")->type, model::ScalarType::int8);
  EXPECT_EQ(find(b, "x")->type, model::ScalarType::float32);
  EXPECT_EQ(find(b, "p"), nullptr);
  EXPECT_EQ(find(b, "h"), nullptr);
  EXPECT_EQ(find(b, "w"), nullptr);
  EXPECT_EQ(find(b, "w.i"), nullptr);
}

TEST(DescribeState, BitFieldsHaveTheirBits) {
  const Built b = build_step(
      "struct { unsigned a : 3; int b : 7; } s;\n"
      "void __cat_step(void) { s.a++; s.b--; }");
  const model::StateScalar* field = find(b, "s.b");
  ASSERT_NE(field, nullptr);
  EXPECT_EQ(field->bits, 7U);
  EXPECT_EQ(field->first_bit, 3U);
  EXPECT_EQ(field->type, model::ScalarType::int32);
}

TEST(DescribeState, PartOfAnArrayIsCalledSo) {
  const Built b = build_step(
      "int a[4]; void __cat_step(void) { a[3] = a[1] + 1; a[1] = a[3]; }");
  ASSERT_EQ(b.state.size(), 1U);
  ASSERT_EQ(b.state[0].scalars.size(), 1U);
  EXPECT_EQ(b.state[0].scalars[0].name, "a[0..3], 1 of 4");
  EXPECT_EQ(b.state[0].scalars[0].offsets, std::vector<std::size_t>{0});
}

TEST(DescribeState, NumbersAndOutputsKnowTheInputsTheyHold) {
  const Built b = build_step(
      "int in, other, last, old, count, plain;\n"
      "void __cat_step(void) { old = last; last = in; plain = other > 3;\n"
      "  if (old > 10 && count < 9) count++; }\n"
      "INPUT(0, other, 5) INPUT(1, in, 5)\n"
      "OUTPUT(0, old + 1, 5) OUTPUT(1, plain, 5)",
      {2, 0, 2});
  ASSERT_TRUE(b.inputs[1].classes_exact);
  EXPECT_EQ(find(b, "last")->holds.inputs, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(find(b, "count")->holds.inputs.empty());
  EXPECT_EQ(b.outputs[0].holds.inputs, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(b.outputs[1].holds.inputs.empty());
}

}  // namespace
}  // namespace catenary::program
