// SPDX-License-Identifier: Apache-2.0
/// \file
/// Systems under test that exchange lines of JSON with us: programs over their
/// standard input and output, and servers over TCP. docs/protocol.md is the
/// reference.
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

/// Where the other end is.
struct LineAddress {
  /// A program and its arguments, looked up in PATH where it has no slash; or,
  /// where empty, a server:
  std::vector<std::string> command;
  std::string host;
  std::uint16_t port = 0;
};

/// "./sut --fault 'too late'" as words: blanks separate; quotes and
/// backslashes keep them, as in a shell, which is not involved. InputError on
/// an open quote or no word at all.
[[nodiscard]] std::vector<std::string> split_command(const std::string& text);

/// "host:port", "[::1]:port". InputError on anything else.
[[nodiscard]] LineAddress parse_tcp_address(const std::string& text);

/// Times are wall-clock.
struct LineSutOptions {
  std::string tool;  ///< what we call ourselves, e.g. "catenary 0.1.0"
  std::chrono::milliseconds hello_time{10000};  ///< to start and say hello
  /// For each answer that must come at once: all of them, but for messages in
  /// real time, which come when they come.
  std::chrono::milliseconds answer_time{2000};
  std::uint64_t memory_bytes = std::uint64_t{4}
                               << 30;                 ///< a program's; 0 = any
  std::uint64_t file_bytes = std::uint64_t{1} << 30;  ///< of a file it writes
  std::size_t output_bytes = 4096;  ///< kept of its standard error
};

enum class TimeMode : std::uint8_t { virtual_time, real_time };

/// A timed SUT. `unit` is the duration of the model's time unit in seconds,
/// positive; of use in real time only. A program has a process group and
/// limits of its own and is killed at close().
[[nodiscard]] std::unique_ptr<TimedAdapter> make_timed_lines(
    LineAddress address,
    TimeMode mode,
    const mpq_class& unit_seconds,
    const LineSutOptions& options,
    const base::Budget& budget);

/// A SUT that goes by steps.
[[nodiscard]] std::unique_ptr<Adapter> make_step_lines(
    LineAddress address,
    const LineSutOptions& options,
    const base::Budget& budget);

}  // namespace catenary::exec
