// SPDX-License-Identifier: Apache-2.0
/// \file
/// A log that is passed along, never global: levels, and a sink that the
/// command line connects to standard error.
///
/// Components below the command line never write to a stream themselves. They
/// take a Logger, so that a test can collect what is logged.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <mutex>
#include <string_view>

namespace catenary::base {

/// How important a message is; a larger value is more detailed.
enum class LogLevel : std::uint8_t {
  /// Nothing is logged.
  silent,
  /// The command cannot do what was asked.
  error,
  /// The result is less than what was asked.
  warning,
  /// Progress; the default of the command line.
  info,
  /// Details, enabled by --verbose.
  debug
};
/// The name of the level, e.g. "warning".
[[nodiscard]] const char* to_string(LogLevel level);

/// Takes one message, without a newline at its end and without the level in its
/// text. A Logger calls it from one thread at a time.
using LogSink = std::function<void(LogLevel, std::string_view)>;

/// A sink that prints "warning: text" and so on; `info` has no prefix. Flushes
/// after each message. `out` must outlive the sink.
[[nodiscard]] LogSink stream_sink(std::ostream& out);

/// A level and a sink. May be used by several threads at once: messages are
/// serialised by a mutex. Not copyable; pass it by reference.
class Logger {
 public:
  /// A logger that drops every message.
  Logger() = default;
  /// Passes messages to `sink` that are at most as detailed as `level`.
  Logger(LogLevel level, LogSink sink);

  /// Whether a message of this level would be passed on. Ask before building an
  /// expensive message.
  [[nodiscard]] bool enabled(LogLevel level) const {
    return level != LogLevel::silent && level <= level_;
  }
  /// Passes the message to the sink if its level is enabled, else does nothing.
  void write(LogLevel level, std::string_view text);

  /// The same for one level each.
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
