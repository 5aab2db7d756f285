// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems under test that exchange lines of JSON with the runner: programs
/// over their standard input and output, and servers over TCP. docs/protocol.md
/// is the reference.
#pragma once

#include <gmpxx.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/budget.h"
#include "exec/adapter.h"
#include "exec/timed_adapter.h"

namespace catenary::exec {

/// The other end of a connection.
struct LineAddress {
  /// A program and its arguments, looked up in PATH if it has no slash. Empty =
  /// a server at `host` and `port`.
  std::vector<std::string> command;
  /// A name or a number; IPv6 without brackets.
  std::string host;
  std::uint16_t port = 0;
};

/// Splits "./sut --fault 'too late'" into words: blanks separate, quotes and
/// backslashes protect, as in a shell, which is not involved. Throws InputError
/// if a quote is not closed or there is no word.
[[nodiscard]] std::vector<std::string> split_command(const std::string& text);

/// Reads "host:port" or "[::1]:port". Throws InputError on anything else.
[[nodiscard]] LineAddress parse_tcp_address(const std::string& text);

/// Settings of a connection. Times are wall-clock.
struct LineSutOptions {
  /// The name of this tool for the greeting, e.g. "catenary 0.1.0".
  std::string tool;
  /// For starting and greeting.
  std::chrono::milliseconds hello_time{10000};
  /// For each answer that must come at once: all answers except for messages in
  /// real time.
  std::chrono::milliseconds answer_time{2000};
  /// Memory of a program; 0 = no limit.
  std::uint64_t memory_bytes = std::uint64_t{4} << 30;
  /// Size of a file that it writes.
  std::uint64_t file_bytes = std::uint64_t{1} << 30;
  /// How much of the end of its error stream is kept.
  std::size_t output_bytes = 4096;
};

/// Whether time passes by itself, or when the SUT is told so.
enum class TimeMode : std::uint8_t { virtual_time, real_time };

/// A timed SUT. `unit_seconds` is the duration of the model's time unit,
/// positive; used in real time only. A program has a process group and limits
/// of its own, and is killed at close().
[[nodiscard]] std::unique_ptr<TimedAdapter> make_timed_lines(
    LineAddress address,
    TimeMode mode,
    const mpq_class& unit_seconds,
    const LineSutOptions& options,
    const base::Budget& budget);

/// A SUT that goes by steps. `budget` must outlive the adapter.
[[nodiscard]] std::unique_ptr<Adapter> make_step_lines(
    LineAddress address,
    const LineSutOptions& options,
    const base::Budget& budget);

}  // namespace catenary::exec
