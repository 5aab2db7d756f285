// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <ostream>
#include <utility>

namespace catenary::base {

const char* to_string(LogLevel level) {
  switch (level) {
    case LogLevel::silent:
      return "silent";
    case LogLevel::error:
      return "error";
    case LogLevel::warning:
      return "warning";
    case LogLevel::info:
      return "info";
    case LogLevel::debug:
      return "debug";
  }
  return "info";
}

LogSink stream_sink(std::ostream& out) {
  return [&out](LogLevel level, std::string_view text) {
    if (level != LogLevel::info) out << to_string(level) << ": ";
    out << text << '\n' << std::flush;
  };
}

Logger::Logger(LogLevel level, LogSink sink)
    : level_(level), sink_(std::move(sink)) {}

void Logger::write(LogLevel level, std::string_view text) {
  if (!enabled(level) || !sink_) return;
  const std::lock_guard lock(mutex_);
  sink_(level, text);
}

}  // namespace catenary::base
