// SPDX-License-Identifier: Apache-2.0
/// \file
/// The byte format of messages between forked processes: what is written is
/// read, and torn or damaged messages are errors.
#include "base/wire.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"

namespace catenary::base {
namespace {

enum class Colour : std::uint8_t { red, green, blue };

/// One field of every kind.
struct Fields {
  bool flag = true;
  Colour colour = Colour::blue;
  std::int16_t small = -3;
  std::uint64_t large = std::numeric_limits<std::uint64_t>::max();
  double real = -0.5;
  std::string text = std::string("t\0x", 3);
  std::vector<std::uint32_t> numbers = {1, 2, 3};
  std::vector<bool> flags = {true, false, true};
  std::vector<std::vector<std::string>> lists = {{}, {"a", ""}};
  Diagnostic diagnostic{Severity::warning,
                        {"a.c", 3, 4},
                        "not \xff UTF-8",
                        "code",
                        {{Severity::note, {}, "a note", "", {}}}};

  bool operator==(const Fields& other) const {
    const Diagnostic& d = diagnostic;
    const Diagnostic& o = other.diagnostic;
    return flag == other.flag && colour == other.colour &&
           small == other.small && large == other.large && real == other.real &&
           text == other.text && numbers == other.numbers &&
           flags == other.flags && lists == other.lists &&
           d.severity == o.severity && d.where == o.where &&
           d.message == o.message && d.code == o.code &&
           d.notes.size() == o.notes.size() &&
           d.notes.back().severity == o.notes.back().severity &&
           d.notes.back().message == o.notes.back().message;
  }
};

void write(WireWriter& to, const Fields& f) {
  to.put(f.flag, f.colour, f.small, f.large, f.real, f.text);
  to.put(f.numbers, f.flags, f.lists, f.diagnostic);
}

void read(WireReader& from, Fields& f) {
  from.get(f.flag);
  f.colour = from.get_enum(Colour::blue);
  from.get(f.small, f.large, f.real, f.text);
  from.get(f.numbers, f.flags, f.lists, f.diagnostic);
}

std::string message() {
  WireWriter to;
  write(to, Fields{});
  return to.bytes();
}

TEST(Wire, FieldsSurvive) {
  const std::string bytes = message();
  WireReader from(bytes);
  Fields other{.flag = false,
               .colour = Colour::red,
               .small = 0,
               .large = 0,
               .real = 0,
               .text = "old",
               .numbers = {9},
               .flags = {},
               .lists = {{"old"}},
               .diagnostic = {}};
  read(from, other);
  EXPECT_EQ(other, Fields{});
  EXPECT_TRUE(from.at_end());
}

TEST(Wire, NumbersHaveTheWidthOfTheirType) {
  WireWriter to;
  to.put(std::uint8_t{1}, std::int32_t{-1}, 1.0F, false);
  EXPECT_EQ(to.bytes().size(), 1U + 4U + 4U + 1U);
  to.put_bytes(nullptr, 0);
  to.put_bytes("ab", 2);
  EXPECT_EQ(to.bytes().substr(10), "ab");
}

TEST(Wire, EveryTornMessageIsAnError) {
  const std::string bytes = message();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    WireReader from(std::string_view(bytes).substr(0, size));
    EXPECT_THROW(static_cast<void>(from.get<Fields>()), WireError) << size;
  }
}

TEST(Wire, ADamagedMessageIsAnErrorOrAnotherMessage) {
  const std::string bytes = message();
  Rng random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string damaged = bytes;
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n) {
      damaged[random.below(damaged.size())] = static_cast<char>(random.next());
    }
    try {
      WireReader from(damaged);
      static_cast<void>(from.get<Fields>());
    } catch (const WireError&) {
    }
  }
}

TEST(Wire, RefusesValuesThatTheTypeDoesNotHave) {
  const auto reader = [](const std::string& bytes) {
    return WireReader(bytes);
  };
  const std::string two("\x02", 1);
  const std::string three("\x03", 1);
  EXPECT_THROW(static_cast<void>(reader(two).get<bool>()), WireError);
  EXPECT_EQ(reader(two).get_enum(Colour::blue), Colour::blue);
  EXPECT_THROW(static_cast<void>(reader(three).get_enum(Colour::blue)),
               WireError);
}

TEST(Wire, ACountIsNoMoreThanTheMessageHolds) {
  WireWriter to;
  to.put(std::uint64_t{3}, std::uint64_t{0});
  EXPECT_EQ(WireReader(to.bytes()).get_count(2), 3U);
  EXPECT_THROW(static_cast<void>(WireReader(to.bytes()).get_count(3)),
               WireError);
  WireWriter huge;
  huge.put(std::numeric_limits<std::uint64_t>::max() / 2, std::uint64_t{0});
  EXPECT_THROW(static_cast<void>(WireReader(huge.bytes()).get_count(8)),
               WireError);
  WireReader list(huge.bytes());
  EXPECT_THROW(static_cast<void>(list.get<std::vector<double>>()), WireError);
}

TEST(WireFrames, PiecesOfAnySizeGiveTheSameMessages) {
  std::string stream;
  const std::vector<std::string> texts = {"", "a", std::string(1000, 'x')};
  for (const std::string& text : texts) {
    WireWriter to;
    to.put_bytes(text.data(), text.size());
    stream += to.frame();
  }
  for (const std::size_t piece : {1, 2, 7, 8, 9, 1000, 5000}) {
    WireFrames frames;
    std::vector<std::string> out;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      frames.add(std::string_view(stream).substr(at, piece));
      while (const auto payload = frames.next()) out.emplace_back(*payload);
    }
    EXPECT_EQ(out, texts) << piece;
  }
}

TEST(WireFrames, AnIncompleteMessageWaits) {
  WireWriter to;
  to.put(std::uint32_t{5});
  const std::string frame = to.frame();
  WireFrames frames;
  frames.add(frame.substr(0, frame.size() - 1));
  EXPECT_FALSE(frames.next());
  frames.add(frame.substr(frame.size() - 1));
  EXPECT_EQ(WireReader(frames.next().value()).get<std::uint32_t>(), 5U);
  EXPECT_FALSE(frames.next());
}

TEST(WireFrames, RefusesLongMessages) {
  WireWriter to;
  to.put_bytes("12345", 5);
  WireFrames enough(5);
  enough.add(to.frame());
  EXPECT_EQ(enough.next(), "12345");
  WireFrames frames(4);
  frames.add(to.frame());
  EXPECT_THROW(static_cast<void>(frames.next()), WireError);
}

}  // namespace
}  // namespace catenary::base
