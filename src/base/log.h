// SPDX-License-Identifier: Apache-2.0
/// \file
/// A log that is passed along, never global: levels, and a sink that the
/// command line connects to standard error.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string_view>

namespace catenary::base {

enum class LogLevel : std::uint8_t {
  silent,   ///< nothing
  error,    ///< the command cannot do what was asked
  warning,  ///< the result is less than was asked
  info,     ///< what is going on; the default
  debug     ///< --verbose
};
[[nodiscard]] const char* to_string(LogLevel level);

/// Takes one message: no newline at the end, no level in the text. Called by
/// one thread at a time.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// Prints "warning: text" and so on, `info` without a prefix; `out` must
/// outlive the sink.
[[nodiscard]] LogSink stream_sink(std::ostream& out);

/// May be used by several threads at once.
class Logger {
 public:
  /// Drops everything.
  Logger() = default;
  /// Passes on what is at most as detailed as `level`.
  Logger(LogLevel level, LogSink sink);

  /// Ask before building an expensive message.
  [[nodiscard]] bool enabled(LogLevel level) const {
    return level != LogLevel::silent && level <= level_;
  }
  void write(LogLevel level, std::string_view text);

  void error(std::string_view text) { write(LogLevel::error, text); }
  void warning(std::string_view text) { write(LogLevel::warning, text); }
  void info(std::string_view text) { write(LogLevel::info, text); }
  void debug(std::string_view text) { write(LogLevel::debug, text); }

 private:
  LogLevel level_ = LogLevel::silent;
  LogSink sink_;
  std::mutex mutex_;
};

}  // namespace catenary::base
