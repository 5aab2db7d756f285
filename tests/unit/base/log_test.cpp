// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>

#include <sstream>
#include <thread>
#include <vector>

namespace catenary::base {
namespace {

TEST(Log, PassesOnWhatTheLevelAllows) {
  std::ostringstream out;
  Logger logger(LogLevel::info, stream_sink(out));
  logger.error("e");
  logger.warning("w");
  logger.info("i");
  logger.debug("d");
  EXPECT_EQ(out.str(), "error: e\nwarning: w\ni\n");
  EXPECT_TRUE(logger.enabled(LogLevel::info));
  EXPECT_FALSE(logger.enabled(LogLevel::debug));
}

TEST(Log, IsSilentByDefault) {
  Logger logger;
  EXPECT_FALSE(logger.enabled(LogLevel::error));
  logger.error("nobody hears this");
  std::ostringstream out;
  Logger silent(LogLevel::silent, stream_sink(out));
  silent.error("nor this");
  EXPECT_EQ(out.str(), "");
}

TEST(Log, NeverMixesMessagesOfThreads) {
  std::vector<std::string> lines;
  Logger logger(LogLevel::info, [&](LogLevel, std::string_view text) {
    lines.emplace_back(text);
  });
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 500; ++i) logger.info("message");
    });
  }
  for (auto& t : threads) t.join();
  EXPECT_EQ(lines, std::vector<std::string>(2000, "message"));
}

}  // namespace
}  // namespace catenary::base
