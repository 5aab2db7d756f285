// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child that answers requests over a socket, in frames of
/// base/wire.h, with its output captured and its end explained.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/budget.h"
#include "base/wire.h"
#include "base/worker.h"
#include "exec/adapter/orphans.h"

namespace catenary::exec {

/// The longest message that is accepted.
inline constexpr std::uint64_t kMostFrameBytes = std::uint64_t{64} << 20;

/// The outcome of waiting for an answer.
enum class WaitOutcome : std::uint8_t {
  /// A whole frame came.
  answered,
  /// A signal ended the child.
  crashed,
  /// The child ended by itself.
  exited,
  /// It did not answer in time, and was killed.
  timed_out,
  /// The budget was spent; the child was killed.
  interrupted,
  /// It sent something that is not a frame, and was killed.
  nonsense
};

/// Limits of a child.
struct ChildLimits {
  /// Bytes that it may map beyond what this process maps now; 0 = no limit.
  std::uint64_t memory_bytes = 0;
  /// Size of a file that it writes; 0 = no limit.
  std::uint64_t file_bytes = 0;
  /// Processes and threads that may be started; 0 = no limit.
  std::uint64_t processes = kMostProcesses;
  /// How much of the end of its output is kept.
  std::size_t output_bytes = 4096;
};

/// One child process. The destructor kills its whole process group, and what
/// has left it.
class Child {
 public:
  /// Runs in the child: reads frames from and writes frames to `socket` until
  /// the end of the stream; then the child ends without running exit handlers.
  using Body = std::function<void(int socket)>;

  /// Forks. Throws ToolError if that fails.
  Child(const Body& body, const ChildLimits& limits);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Kills the process group and reaps the child.
  ~Child();

  /// Sends a frame and waits for one, whose payload goes to `answer`. A `limit`
  /// of 0 = none. After any outcome but `answered` the child is gone, and
  /// reason() says why.
  [[nodiscard]] WaitOutcome ask(std::string_view frame,
                                std::chrono::milliseconds limit,
                                const base::Budget& budget,
                                std::string& answer);

  /// Why the child is gone, for people.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The end of what it printed since the last call.
  [[nodiscard]] std::string take_output();

 private:
  /// Reaps the child if it has ended. True if it is gone.
  bool reap();
  /// Kills the process group and reaps the child; fills reason_ and ending_.
  void kill_all();
  /// Moves what the child printed to output_.
  void drain_output();
  /// Moves what the child sent to received_; false at the end of the stream.
  bool drain_socket();
  /// Takes the next answer from received_, if one is complete; explanations of
  /// a fault go to fault_. Throws base::WireError.
  [[nodiscard]] bool take_answer(std::string& answer);
  /// The outcome after the stream has ended.
  [[nodiscard]] WaitOutcome explain_end();

  /// Null when reaped.
  std::unique_ptr<base::Worker> worker_;
  /// The end of a socket pair; -1 when closed.
  int socket_ = -1;
  /// A pipe with what the child prints; -1 when closed.
  int output_fd_ = -1;
  /// See ChildLimits.
  std::size_t output_bytes_;
  /// Frames that are not complete or not consumed yet.
  base::WireFrames received_{kMostFrameBytes};
  /// The end of what it printed and nobody took yet.
  std::string output_;
  /// Filled when the child is gone.
  std::string reason_;
  /// The explanation that the child itself sent for its fault.
  std::string fault_;
  /// How it ended, once it is reaped.
  WaitOutcome ending_ = WaitOutcome::exited;
};

/// For the child: its end of the channel.
class FrameSocket {
 public:
  /// The socket is not closed here.
  explicit FrameSocket(int socket) : socket_(socket) {}

  /// Waits for a frame; its payload is valid until the next call. Nothing at
  /// the end of the stream.
  [[nodiscard]] std::optional<std::string_view> read();
  /// Sends a message as a frame; false if nobody listens any more.
  [[nodiscard]] bool write(const base::WireWriter& message) const;

 private:
  int socket_;
  base::WireFrames received_{kMostFrameBytes};
};

}  // namespace catenary::exec
