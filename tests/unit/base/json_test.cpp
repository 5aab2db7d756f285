// SPDX-License-Identifier: Apache-2.0
/// \file
/// JSON text: what is accepted, what is refused and where, and that printing
/// and reading are inverse.
#include "base/text/json.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "base/text/utf8.h"

namespace catenary::base {
namespace {

std::string message_of(std::string_view text, const JsonLimits& limits = {}) {
  try {
    (void)parse_json(text, "f.json", limits);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(JsonText, FaultsAreNamedWithTheirPlace) {
  EXPECT_EQ(message_of(""),
            "f.json:1:1: the file ends here; expected a JSON "
            "value");
  EXPECT_EQ(message_of("{\n  \"a\" 1}"),
            "f.json:2:7: expected ':' after the "
            "key");
  EXPECT_EQ(message_of("[1,\n 2,\n]"), "f.json:3:1: expected a JSON value");
  EXPECT_EQ(message_of("{\"a\":1,\"a\":2}"),
            "f.json:1:8: the key \"a\" is there twice");
  EXPECT_EQ(message_of("[01]"), "f.json:1:3: a number must not begin with 0");
  EXPECT_EQ(message_of("[1] x"),
            "f.json:1:5: text after the end of the JSON "
            "document");
  EXPECT_EQ(message_of("\"\\ud800\""), "f.json:1:8: a lone surrogate");
  EXPECT_EQ(message_of("\"\\udc00\""), "f.json:1:8: a lone surrogate");
  EXPECT_EQ(message_of("\"\\ud800\\u0041\""), "f.json:1:14: a lone surrogate");
  EXPECT_EQ(message_of("\"\xff\""), "f.json:1:2: bytes that are not UTF-8");
  EXPECT_EQ(message_of("\"a"), "f.json:1:3: the file ends within a string");
  EXPECT_EQ(message_of(std::string("[\0]", 3)),
            "f.json:1:2: expected a JSON "
            "value");
}

TEST(JsonText, LimitsHold) {
  JsonLimits limits;
  limits.depth = 3;
  EXPECT_EQ(message_of("[[[1]]]", limits), "accepted");
  EXPECT_EQ(message_of("[[[[1]]]]", limits),
            "f.json:1:5: nested deeper than 3 levels");
  limits.values = 4;
  EXPECT_EQ(message_of("[1,2,3]", limits), "accepted");
  EXPECT_EQ(message_of("[1,2,3,4]", limits), "f.json:1:8: more than 4 values");
  limits.bytes = 2;
  EXPECT_EQ(message_of("[ ]", limits),
            "f.json:1:1: the file is larger than 2 bytes");
  EXPECT_NE(message_of(std::string(1000000, '[')), "accepted");
}

TEST(JsonText, FloatsReadBackExactly) {
  EXPECT_TRUE(rc::check("shortest decimals", [](std::uint64_t bits) {
    double d = 0;
    static_assert(sizeof d == sizeof bits);
    std::memcpy(&d, &bits, sizeof d);
    RC_PRE(std::isfinite(d));
    const std::string text = Json::number(d).compact();
    RC_ASSERT(std::strtod(text.c_str(), nullptr) == d);
  }));
  EXPECT_EQ(Json::number(0.1F).compact(), "0.1");
  EXPECT_EQ(Json::number(-0.0).compact(), "-0");
  EXPECT_EQ(Json::number(std::nan("")).compact(), "\"NaN\"");
  EXPECT_EQ(Json::number(-HUGE_VAL).compact(), "\"-Infinity\"");
}

Json random_json(int depth) {
  const int kind = *rc::gen::inRange(0, depth > 0 ? 6 : 4);
  switch (kind) {
    case 0:
      return Json();
    case 1:
      return Json::boolean(*rc::gen::arbitrary<bool>());
    case 2:
      return Json::number(*rc::gen::arbitrary<std::int64_t>());
    case 3:
      return Json::string(to_utf8(*rc::gen::arbitrary<std::string>()));
    case 4: {
      Json out = Json::array();
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        out.push(random_json(depth - 1));
      }
      return out;
    }
    default: {
      Json out = Json::object();
      for (int i = *rc::gen::inRange(0, 5); i > 0; --i) {
        out.set(std::to_string(i) + to_utf8(*rc::gen::arbitrary<std::string>()),
                random_json(depth - 1));
      }
      return out;
    }
  }
}

TEST(JsonText, WhatIsPrintedIsReadBackAndIsJsonToOthers) {
  EXPECT_TRUE(rc::check("round trip", [] {
    const Json json = random_json(4);
    RC_ASSERT(parse_json(json.pretty(), "f") == json);
    RC_ASSERT(parse_json(json.compact(), "f") == json);
    RC_ASSERT(nlohmann::json::parse(json.pretty()) ==
              nlohmann::json::parse(json.compact()));
  }));
}

TEST(JsonText, AnyBytesAreReadAsOthersReadThem) {
  // Texts near JSON: the verdict must be that of an independent parser.
  EXPECT_TRUE(rc::check("accepts the same texts", [] {
    std::string text = random_json(3).compact();
    RC_PRE(!text.empty());
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::element('{',
                                 '}',
                                 '[',
                                 ']',
                                 '"',
                                 ',',
                                 ':',
                                 '0',
                                 'n',
                                 '.',
                                 '-',
                                 '\\',
                                 'u',
                                 '\x01',
                                 '\xc3',
                                 ' ');
    const auto other = nlohmann::json::parse(text, nullptr, false);
    bool accepted = true;
    bool twice = false;
    try {
      (void)parse_json(text, "f");
    } catch (const InputError& error) {
      accepted = false;
      twice = std::string(error.what()).find("twice") != std::string::npos;
    }
    RC_PRE(!twice);
    RC_ASSERT(accepted == !other.is_discarded());
  }));
}

TEST(JsonText, PrettyBreaksWhereALineIsTooLong) {
  Json json = Json::object();
  json.set("short", Json::strings({"a", "b"}));
  Json& list = json.set("long", Json::array());
  list.push(Json::string(std::string(60, 'x')));
  list.push(Json::string(std::string(60, 'y')));
  EXPECT_EQ(json.pretty(),
            "{\n  \"short\": [\"a\", \"b\"],\n  \"long\": [\n    \"" +
                std::string(60, 'x') + "\",\n    \"" + std::string(60, 'y') +
                "\"\n  ]\n}\n");
}

TEST(Utf8, BadBytesAreReplacedOneByOne) {
  EXPECT_EQ(to_utf8("a\xc0\xaf"), "a\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("\xed\xa0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("\xf0\x9f\x98\x80\xc3"), "\xf0\x9f\x98\x80\xEF\xBF\xBD");
}

}  // namespace
}  // namespace catenary::base
