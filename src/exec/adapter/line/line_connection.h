// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program or server at the other end of a LineChannel: starting it,
/// exchanging greetings, explaining its end. docs/protocol.md defines the
/// lines.
#pragma once

#include <memory>
#include <string>

#include "base/budget.h"
#include "base/worker.h"
#include "exec/adapter.h"
#include "exec/adapter/line/line_channel.h"
#include "exec/adapter/line/line_sut.h"
#include "exec/adapter/orphans.h"
#include "suite/json.h"

namespace catenary::exec {

/// The version of the protocol that is spoken here.
inline constexpr int kLineProtocol = 1;

/// A line of the SUT, or the reason why there is none.
struct LineReply {
  /// Whether there is a line as it should be.
  SutOutcome outcome = SutOutcome::ok;
  /// If the outcome is not `ok`.
  std::string reason;
  /// An object, if there is a line.
  suite::Json json;
  /// Whether a line arrived.
  bool has_line = false;
  /// Names the line in messages: "line 7 of the SUT".
  std::string name;
  /// When it arrived.
  LineChannel::Clock::time_point at;
};

/// A connection that can be opened again after it was closed.
class LineConnection {
 public:
  using Clock = LineChannel::Clock;

  /// `budget` must outlive the connection.
  LineConnection(LineAddress address,
                 LineSutOptions options,
                 const base::Budget& budget);
  LineConnection(const LineConnection&) = delete;
  LineConnection& operator=(const LineConnection&) = delete;
  /// Closes the connection.
  ~LineConnection();

  /// Starts the program or connects to the server, and exchanges greetings. The
  /// members of `hello` are added to ours; theirs goes to `answer`.
  [[nodiscard]] SutReply open(const suite::Json& hello, suite::Json& answer);
  /// Kills the program, or closes the connection.
  void close();

  /// The next line stamped not after `deadline`; without one, has_line is
  /// false. A line {"error": text} is the outcome `refused`.
  [[nodiscard]] LineReply next(Clock::time_point deadline);
  /// The same for a line that must come within LineSutOptions::answer_time; its
  /// absence is the outcome `hung`. `to` names the request in messages.
  [[nodiscard]] LineReply answer(const std::string& to);
  /// Sends a line; explains the end of the SUT if that fails.
  [[nodiscard]] SutReply send(const suite::Json& message);
  /// Requires: open.
  [[nodiscard]] LineChannel& channel() { return *channel_; }
  /// Closes the connection and returns the outcome with its reason.
  [[nodiscard]] LineReply fault(SutOutcome outcome, std::string reason);

  /// The end of what the SUT wrote to its error stream since the last call.
  [[nodiscard]] std::string take_output();
  /// See Adapter::sandbox().
  [[nodiscard]] std::string sandbox() const;

 private:
  /// Starts the program; throws ToolError on failure.
  void start();
  /// Connects to the server; throws ToolError on failure.
  void connect();
  /// Whether the program has ended; false for servers.
  [[nodiscard]] bool has_ended() const;
  /// The outcome after the stream has ended.
  [[nodiscard]] LineReply explain_end();

  /// Where the SUT is; the same for every opening.
  LineAddress address_;
  LineSutOptions options_;
  const base::Budget& budget_;
  /// Null for servers and if not open.
  std::unique_ptr<base::Worker> program_;
  /// Null if not open.
  std::unique_ptr<LineChannel> channel_;
  /// The output of a program that was closed.
  std::string output_;
};

}  // namespace catenary::exec
