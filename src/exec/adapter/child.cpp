// SPDX-License-Identifier: Apache-2.0
/// \file
/// Frames over a socket pair, with a loop over poll(2) that also watches the
/// output, the limit, the budget and the life of the child.
#include "exec/adapter/child.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/error.h"
#include "exec/adapter/child_setup.h"

namespace catenary::exec {
namespace {

using Clock = std::chrono::steady_clock;
/// How long one wait for an event lasts before the budget is polled again.
constexpr std::chrono::milliseconds kSlice{50};

}  // namespace

Child::Child(const Body& body, const ChildLimits& limits)
    : output_bytes_(limits.output_bytes) {
  int sockets[2] = {-1, -1};
  int output[2] = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0 ||
      pipe2(output, O_CLOEXEC) != 0) {
    const std::string why = std::strerror(errno);
    for (const int fd : sockets) {
      if (fd >= 0) ::close(fd);
    }
    throw base::ToolError("cannot make a channel to the SUT: " + why);
  }
  try {
    worker_ = std::make_unique<base::Worker>(
        "cannot start a process for the SUT", base::Worker::Group::own, [&] {
          ::close(sockets[0]);
          ::close(output[0]);
          body(enter_child(sockets[1], output[1], limits));
        });
  } catch (const base::ToolError&) {
    for (const int fd : {sockets[0], sockets[1], output[0], output[1]}) {
      ::close(fd);
    }
    throw;
  }
  ::close(sockets[1]);
  ::close(output[1]);
  socket_ = sockets[0];
  output_fd_ = output[0];
  fcntl(socket_, F_SETFL, O_NONBLOCK);
  fcntl(output_fd_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  kill_all();
  if (socket_ >= 0) ::close(socket_);
  if (output_fd_ >= 0) ::close(output_fd_);
}

void Child::kill_all() {
  if (worker_ == nullptr) return;
  kill_descendants(worker_->end_fd());
  const base::WorkerEnd end = worker_->kill();
  worker_.reset();
  if (end.signal != 0) {
    ending_ = WaitOutcome::crashed;
    reason_ = base::describe_signal(end.signal);
  } else {
    ending_ = WaitOutcome::exited;
    reason_ = "exit status " + std::to_string(end.status);
  }
}

bool Child::reap() {
  if (worker_ != nullptr && !worker_->has_ended()) return false;
  kill_all();
  return true;
}

void Child::drain_output() {
  char block[4096];
  // The pipe is non-blocking: stops if there is nothing more.
  for (;;) {
    const ssize_t n = ::read(output_fd_, block, sizeof block);
    if (n <= 0) return;
    output_.append(block, static_cast<std::size_t>(n));
    // Only the end is kept; erased in large pieces, so that the cost is linear.
    if (output_.size() > 2 * output_bytes_ + sizeof block) {
      output_.erase(0, output_.size() - output_bytes_);
    }
  }
}

std::string Child::take_output() {
  drain_output();
  if (output_.size() > output_bytes_) {
    output_.erase(0, output_.size() - output_bytes_);
  }
  return std::exchange(output_, {});
}

bool Child::drain_socket() {
  char block[4096];
  for (;;) {
    const ssize_t n = ::read(socket_, block, sizeof block);
    if (n > 0) {
      received_.add({block, static_cast<std::size_t>(n)});
    } else if (n == 0) {
      return false;
    } else if (errno != EINTR) {
      return errno == EAGAIN;
    }
  }
}

WaitOutcome Child::explain_end() {
  // The end of the stream comes a moment before the end of the process.
  const auto deadline = Clock::now() + std::chrono::seconds(2);
  while (!reap()) {
    drain_output();
    // The leader did not end although its channel is closed: some descendant
    // may be in its place.
    if (Clock::now() > deadline) {
      kill_all();
      reason_ = "the SUT closed its channel to us";
      return WaitOutcome::nonsense;
    }
    ::usleep(1000);
  }
  drain_output();
  // The child could explain the fault, for example a stack overflow.
  if (!fault_.empty()) reason_ += ": " + fault_;
  return ending_;
}

bool Child::take_answer(std::string& answer) {
  while (const auto payload = received_.next()) {
    if (!payload->starts_with(kFaultMark)) {
      answer = *payload;
      drain_output();
      return true;
    }
    // Not an answer: the process is about to die of this fault.
    fault_ = payload->substr(1);
  }
  return false;
}

WaitOutcome Child::ask(std::string_view frame,
                       std::chrono::milliseconds limit,
                       const base::Budget& budget,
                       std::string& answer) {
  if (worker_ == nullptr) return ending_;
  const auto deadline = Clock::now() + limit;
  const auto stop = [&](WaitOutcome outcome, std::string why) {
    kill_all();
    drain_output();
    ending_ = outcome;
    reason_ = std::move(why);
    return outcome;
  };
  bool open = true;
  for (;;) {
    // Complete frames first: an answer, or what explains a fault, may have
    // arrived together with the end of the stream.
    try {
      if (take_answer(answer)) return WaitOutcome::answered;
    } catch (const base::WireError&) {
      return stop(WaitOutcome::nonsense,
                  "the channel from the SUT carries no message");
    }
    if (!open) return explain_end();
    const base::StopReason stopped = budget.poll();
    if (stopped != base::StopReason::none) {
      return stop(WaitOutcome::interrupted,
                  std::string("stopped: ") + base::to_string(stopped));
    }
    auto wait = kSlice;
    if (limit.count() > 0) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - Clock::now());
      if (left.count() <= 0) {
        return stop(
            WaitOutcome::timed_out,
            "no answer within " + std::to_string(limit.count()) + " ms");
      }
      wait = std::min(wait, left);
    }
    // Writing and reading are interleaved: a long request and a long answer
    // would otherwise block both sides.
    pollfd fds[2] = {
        {socket_,
         static_cast<short>(POLLIN | (frame.empty() ? 0 : POLLOUT)),
         0},
        {output_fd_, POLLIN, 0}};
    ::poll(fds, 2, static_cast<int>(wait.count()));
    drain_output();
    if (!frame.empty() && (fds[0].revents & POLLOUT) != 0) {
      const ssize_t n =
          ::send(socket_, frame.data(), frame.size(), MSG_NOSIGNAL);
      if (n > 0) frame.remove_prefix(static_cast<std::size_t>(n));
    }
    open = drain_socket();
    if (open && fds[0].revents == 0 && reap()) {
      // The leader is gone, though a grandchild may hold the channel open.
      drain_output();
      if (!fault_.empty()) reason_ += ": " + fault_;
      return ending_;
    }
  }
}

std::optional<std::string_view> FrameSocket::read() {
  char block[4096];
  for (;;) {
    try {
      if (const auto payload = received_.next()) return payload;
    } catch (const base::WireError&) {
      return std::nullopt;
    }
    const ssize_t n = ::read(socket_, block, sizeof block);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return std::nullopt;
    received_.add({block, static_cast<std::size_t>(n)});
  }
}

bool FrameSocket::write(const base::WireWriter& message) const {
  const std::string frame = message.frame();
  std::string_view rest = frame;
  // MSG_NOSIGNAL: a parent that is gone is reported by the result.
  while (!rest.empty()) {
    const ssize_t n = ::send(socket_, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace catenary::exec
