// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sstream>
#include <thread>

namespace catenary::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class Progress : public ::testing::Test {
 protected:
  ProgressDisplay::Now clock() {
    return [this] { return now_; };
  }
  /// What a terminal would show in its last line.
  std::string screen() const {
    std::string line;
    std::size_t at = 0;
    for (const char c : out_.str()) {
      if (c == '\r') {
        at = 0;
      } else if (c == '\n') {
        line.clear();
        at = 0;
      } else {
        if (line.size() <= at) line.resize(at + 1, ' ');
        line[at++] = c;
      }
    }
    const auto last = line.find_last_not_of(' ');
    return last == std::string::npos ? "" : line.substr(0, last + 1);
  }

  std::ostringstream out_;
  ProgressDisplay::Clock::time_point now_{};
};

TEST_F(Progress, RedrawsOneLineOnATerminal) {
  ProgressDisplay p(out_, {true, true, false, 80}, clock());
  now_ += seconds(2);
  p.update({"exploring", 50, 100, "a long detail"});
  EXPECT_EQ(screen(),
            "   2s exploring [##########..........] 50%: a long detail");
  now_ += seconds(1);
  p.update({"chaining", 0, 0, "x"});
  EXPECT_EQ(screen(), "   3s chaining: x");
  EXPECT_EQ(out_.str().find('\n'), std::string::npos);
  p.finish();
  EXPECT_EQ(screen(), "");
}

TEST_F(Progress, LimitsItsRate) {
  ProgressDisplay p(out_, {true, true, false, 80}, clock());
  p.update({"exploring", 1, 0, ""});
  EXPECT_EQ(out_.str(), "");
  now_ += milliseconds(100);
  p.update({"exploring", 2, 0, ""});
  const std::string shown = out_.str();
  EXPECT_NE(shown, "");
  now_ += milliseconds(99);
  p.update({"exploring", 3, 0, ""});
  EXPECT_EQ(out_.str(), shown);
}

TEST_F(Progress, StaysInTheTerminalsWidth) {
  ProgressDisplay p(out_, {true, true, false, 20}, clock());
  now_ += seconds(1);
  p.update({"exploring", 1, 2, "something long"});
  EXPECT_EQ(out_.str().size(), 19U);
}

TEST_F(Progress, PrintsPlainLinesElsewhere) {
  ProgressDisplay p(out_, {true, false, false, 80}, clock());
  for (int s = 0; s < 25; ++s) {
    now_ += seconds(1);
    p.update({"exploring", 25, 100, "d"});
  }
  p.finish();
  EXPECT_EQ(out_.str(), "  10s exploring 25%: d\n  20s exploring 25%: d\n");
}

TEST_F(Progress, ShowsThatTimePassesWhereNothingNewIsSaid) {
  ProgressDisplay p(out_, {true, false, false, 80}, clock());
  now_ += seconds(10);
  p.update({"exploring", 25, 100, "d"});
  now_ += seconds(1);
  p.update({"chaining", 0, 0, "no goal"});
  p.update({"chaining", 0, 0, "7 goals"});
  p.tick();
  now_ += seconds(9);
  p.tick();
  p.tick();
  EXPECT_EQ(out_.str(), "  10s exploring 25%: d\n  20s chaining: 7 goals\n");
  p.finish();
  now_ += seconds(10);
  p.tick();
  EXPECT_EQ(out_.str(), "  10s exploring 25%: d\n  20s chaining: 7 goals\n");
}

TEST_F(Progress, TicksByItself) {
  ProgressStyle style{true, true, false, 80};
  style.heartbeat = true;
  std::ostringstream out;
  std::atomic<int> calls{0};
  {
    ProgressDisplay p(out, style, [&] {
      return ProgressDisplay::Clock::time_point{} + seconds(2 * ++calls);
    });
    p.update({"chaining", 0, 0, ""});
    const int before = calls;
    while (calls < before + 2) std::this_thread::yield();
  }
  EXPECT_NE(out.str().find("s chaining"), out.str().rfind("s chaining"));
}

TEST_F(Progress, MessagesDoNotTearTheLine) {
  ProgressDisplay p(out_, {true, true, false, 80}, clock());
  now_ += seconds(1);
  p.update({"exploring", 0, 0, ""});
  p.message("warning: w");
  EXPECT_NE(out_.str().find("\rwarning: w\n"), std::string::npos);
  EXPECT_EQ(screen(), "");
}

TEST_F(Progress, UsesColourOnlyWhenAllowed) {
  ProgressDisplay plain(out_, {true, true, false, 80}, clock());
  now_ += seconds(1);
  plain.update({"exploring", 0, 0, ""});
  EXPECT_EQ(out_.str().find('\x1b'), std::string::npos);
  ProgressDisplay coloured(out_, {true, true, true, 80}, clock());
  now_ += seconds(1);
  coloured.update({"exploring", 0, 0, ""});
  EXPECT_NE(out_.str().find('\x1b'), std::string::npos);
}

TEST_F(Progress, CanBeQuiet) {
  ProgressDisplay p(out_, {false, true, false, 80}, clock());
  now_ += seconds(60);
  p.update({"exploring", 1, 2, ""});
  EXPECT_EQ(out_.str(), "");
  p.message("m");
  EXPECT_EQ(out_.str(), "m\n");
}

}  // namespace
}  // namespace catenary::cli
