// SPDX-License-Identifier: Apache-2.0
/// \file
/// A program or server at the other end of a LineChannel: starting it, greeting
/// it, explaining its end. docs/protocol.md says what the lines are.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/budget.h"
#include "exec/adapter.h"
#include "exec/adapter/line/line_channel.h"
#include "exec/adapter/line/line_sut.h"
#include "suite/json.h"

namespace catenary::exec {

/// Version of the protocol spoken here.
inline constexpr int kLineProtocol = 1;

struct LineReply {
  SutOutcome outcome = SutOutcome::ok;
  std::string reason;  ///< where the outcome is not ok
  suite::Json json;    ///< an object, where there is a line
  bool has_line = false;
  std::string name;  ///< of the line, for messages: "line 7 of the SUT"
  LineChannel::Clock::time_point at;
};

class LineConnection {
 public:
  using Clock = LineChannel::Clock;

  LineConnection(LineAddress address,
                 LineSutOptions options,
                 const base::Budget& budget);
  LineConnection(const LineConnection&) = delete;
  LineConnection& operator=(const LineConnection&) = delete;
  ~LineConnection();

  /// Starts or connects and exchanges hellos; `hello` is what is added to
  /// ours. Theirs goes to `answer`.
  [[nodiscard]] SutReply open(const suite::Json& hello, suite::Json& answer);
  void close();

  /// The next line stamped up to `deadline`; without one, has_line is false.
  /// A line {"error": text} is the outcome `refused`.
  [[nodiscard]] LineReply next(Clock::time_point deadline);
  /// The same, where one must come within LineSutOptions::answer_time.
  [[nodiscard]] LineReply answer(const std::string& to);
  [[nodiscard]] SutReply send(const suite::Json& message);
  [[nodiscard]] LineChannel& channel() { return *channel_; }
  /// After `outcome` the connection cannot be used.
  [[nodiscard]] LineReply fault(SutOutcome outcome, std::string reason);

  [[nodiscard]] std::string take_output();
  [[nodiscard]] std::string sandbox() const;

 private:
  void start();
  void connect();
  void kill();
  /// Whether the program has ended; false for servers.
  [[nodiscard]] bool has_ended() const;
  [[nodiscard]] LineReply explain_end();

  LineAddress address_;
  LineSutOptions options_;
  const base::Budget& budget_;
  pid_t pid_ = -1;
  std::unique_ptr<LineChannel> channel_;
  std::string output_;  ///< of a program that was closed
};

}  // namespace catenary::exec
