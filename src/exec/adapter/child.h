// SPDX-License-Identifier: Apache-2.0
/// \file
/// A forked child that answers requests over a socket, with its output
/// captured and its end explained.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace catenary::exec {

/// How waiting for an answer came out.
enum class WaitOutcome : std::uint8_t {
  answered,
  crashed,      ///< a signal ended the child
  exited,       ///< the child ended by itself
  timed_out,    ///< it was killed
  interrupted,  ///< the budget was spent; it was killed
  nonsense      ///< what it sent is no frame; it was killed
};

struct ChildLimits {
  std::uint64_t memory_bytes = 0;   ///< beyond what we map now; 0 = no limit
  std::uint64_t file_bytes = 0;     ///< of a file it writes; 0 = no limit
  std::size_t output_bytes = 4096;  ///< kept of the end of its output
};

/// One child. Kills its whole process group when it is destroyed.
class Child {
 public:
  /// What runs in the child: reads frames from and writes frames to `socket`
  /// until its end; then the child ends without running exit handlers.
  using Body = std::function<void(int socket)>;

  /// Forks. ToolError where that fails.
  Child(const Body& body, const ChildLimits& limits);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();

  /// Sends a frame and waits for one; its payload goes to `answer`. Zero
  /// `limit` = no limit. After any outcome but `answered` the child is gone
  /// and reason() says why.
  [[nodiscard]] WaitOutcome ask(std::string_view frame,
                                std::chrono::milliseconds limit,
                                const base::Budget& budget,
                                std::string& answer);

  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// The end of what it printed since the last call.
  [[nodiscard]] std::string take_output();

 private:
  /// True when the child could be reaped; fills reason_ and ending_.
  bool reap(bool wait);
  void kill_all();
  void drain_output();
  /// Reads what is there; false at the end of the stream.
  bool drain_socket();
  [[nodiscard]] WaitOutcome explain_end();

  pid_t pid_ = -1;
  int socket_ = -1;
  int output_fd_ = -1;
  std::size_t output_bytes_;
  std::string received_;
  std::string output_;
  std::string reason_;
  std::string fault_;  ///< what the child said about its own fault
  WaitOutcome ending_ = WaitOutcome::exited;
};

/// In a child: reads one frame's payload; false at the end of the stream.
[[nodiscard]] bool read_frame(int socket, std::string& payload);
/// In a child: writes a frame; false where nobody listens any more.
[[nodiscard]] bool write_frame(int socket, std::string_view frame);

}  // namespace catenary::exec
