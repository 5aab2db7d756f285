// SPDX-License-Identifier: Apache-2.0
/// \file
/// Pieces of work in several processes: each is done once, whoever gives up.
#include "exec/parallel.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace catenary::exec {
namespace {

/// What came out of the pieces, in the order in which it was taken.
struct Taken {
  std::vector<std::string> texts;
  /// The processes that ended because of an obstacle, and what they said.
  std::multiset<std::string> ended;
  bool complete = false;
};

/// Each piece is "PROCESS"; processes in `blocked` have an obstacle.
Taken do_pieces(std::size_t pieces,
                std::size_t processes,
                const std::set<std::size_t>& blocked) {
  Taken out;
  ParallelWork work;
  work.pieces = pieces;
  work.obstacle = [&](std::size_t process) {
    return blocked.contains(process) ? "no " + std::to_string(process) : "";
  };
  work.run = [](std::size_t process, std::size_t) {
    // Long enough that each process gets some.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return std::to_string(process);
  };
  work.close = [](std::size_t) {};
  work.ended = [&](std::size_t process, const std::string& why) {
    out.ended.insert(std::to_string(process) + ": " + why);
  };
  out.complete = run_in_processes(
      work, processes, {}, [&](std::size_t k, const std::string& text) {
        EXPECT_EQ(k, out.texts.size());
        out.texts.push_back(text);
      });
  return out;
}

TEST(RunInProcesses, TakesPiecesInOrderFromAllProcesses) {
  const Taken taken = do_pieces(12, 3, {});
  EXPECT_TRUE(taken.complete);
  EXPECT_EQ(taken.texts.size(), 12U);
  EXPECT_EQ(std::set(taken.texts.begin(), taken.texts.end()).size(), 3U);
  EXPECT_TRUE(taken.ended.empty());
}

TEST(RunInProcesses, OthersDoThePiecesOfAProcessWithAnObstacle) {
  const Taken taken = do_pieces(6, 3, {0, 2});
  EXPECT_TRUE(taken.complete);
  EXPECT_EQ(taken.texts, std::vector<std::string>(6, "1"));
  EXPECT_EQ(taken.ended, (std::multiset<std::string>{"0: no 0", "2: no 2"}));
}

TEST(RunInProcesses, TheLastProcessDoesWhatIsLeft) {
  const Taken taken = do_pieces(6, 3, {0, 1, 2});
  EXPECT_TRUE(taken.complete);
  EXPECT_EQ(taken.texts.size(), 6U);
  // Which one is the last is a matter of time.
  EXPECT_EQ(std::set(taken.texts.begin(), taken.texts.end()).size(), 1U);
  EXPECT_EQ(taken.ended.size(), 2U);
}

TEST(RunInProcesses, AnObstacleIsSaidHoweverFastTheOthersAre) {
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(do_pieces(1, 3, {1}).ended,
              (std::multiset<std::string>{"1: no 1"}));
  }
}

TEST(RunInProcesses, NothingToDoIsComplete) {
  const Taken taken = do_pieces(0, 2, {0});
  EXPECT_TRUE(taken.complete);
  EXPECT_TRUE(taken.ended.empty());
}

}  // namespace
}  // namespace catenary::exec
