// SPDX-License-Identifier: Apache-2.0
#include "base/text/source_map.h"

#include <gtest/gtest.h>

namespace catenary::base {
namespace {

const SourceLocation kHome{"m.sm", 3, 9};

/// Lines 4 and 5 are lines 20 and 21 of the model, line 8 is line 7.
SourceMap sample() {
  SourceMap map(kHome);
  map.set_file("/tmp/c.cpp");
  map.begin(4, {"m.sm", 20, 5});
  map.begin_home(6);
  map.begin(8, {"other.sm", 7, 1});
  map.begin_home(9);
  return map;
}

TEST(SourceMap, LinesOfTheModelKeepTheirColumns) {
  const SourceMap map = sample();
  EXPECT_EQ(map.find({"/tmp/c.cpp", 4, 5}).to_string(), "m.sm:20:5");
  EXPECT_EQ(map.find({"/tmp/c.cpp", 5, 17}).to_string(), "m.sm:21:17");
  EXPECT_EQ(map.find({"/tmp/c.cpp", 8, 2}).to_string(), "other.sm:7:2");
}

TEST(SourceMap, OtherTextIsAtHome) {
  const SourceMap map = sample();
  for (const std::uint32_t line : {1U, 3U, 6U, 7U, 9U, 100U}) {
    EXPECT_EQ(map.find({"/tmp/c.cpp", line, 4}), kHome) << line;
  }
  EXPECT_EQ(map.find({"<run time>", 4, 5}), kHome);
  EXPECT_EQ(map.find({"/tmp/c.cpp", 0, 0}), kHome);
}

TEST(SourceMap, OtherFilesStay) {
  const SourceMap map = sample();
  const SourceLocation header{"c.hpp", 4, 5};
  EXPECT_EQ(map.find(header), header);
  EXPECT_EQ(map.find({}), SourceLocation{});
}

TEST(SourceMap, EmptyMapChangesNothing) {
  const SourceMap map;
  const SourceLocation built_in{"<built-in>", 4, 5};
  EXPECT_EQ(map.find(built_in), built_in);
}

TEST(SourceMap, TextInFrontMovesLines) {
  SourceMap map = sample();
  map.move_down(10);
  EXPECT_EQ(map.find({"/tmp/c.cpp", 4, 5}), kHome);
  EXPECT_EQ(map.find({"/tmp/c.cpp", 15, 1}).to_string(), "m.sm:21:1");
}

TEST(SourceMap, OfTwoStretchesAtOneLineTheLastCounts) {
  SourceMap map(kHome);
  map.set_file("c.cpp");
  map.begin(2, {"m.sm", 10, 1});
  map.begin(2, {"m.sm", 30, 1});
  EXPECT_EQ(map.find({"c.cpp", 2, 1}).line, 30U);
}

TEST(SourceMap, DiagnosticsAreMovedWithTheirNotes) {
  Diagnostic note;
  note.where = {"/tmp/c.cpp", 8, 1};
  Diagnostic d;
  d.where = {"<run time>", 1, 1};
  d.notes = {note};
  sample().find_all(d);
  EXPECT_EQ(d.where, kHome);
  EXPECT_EQ(d.notes[0].where.to_string(), "other.sm:7:1");
}

TEST(SourceMap, PlacesInMessagesAreMoved) {
  std::string text = "read at /tmp/c.cpp:8:1, /tmp/c.cpp:8 and x/tmp/c.cpp:a";
  sample().find_in(text);
  EXPECT_EQ(text, "read at other.sm:7:1, other.sm:7 and x/tmp/c.cpp:a");
  std::string other = "at d.cpp:8:1";
  sample().find_in(other);
  EXPECT_EQ(other, "at d.cpp:8:1");
}

}  // namespace
}  // namespace catenary::base
