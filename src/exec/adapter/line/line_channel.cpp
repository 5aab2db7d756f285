// SPDX-License-Identifier: Apache-2.0
/// \file
/// A thread that reads lines, and a queue with their times of arrival.
///
/// The thread holds the lock only while it appends, so that a stamp is taken
/// within microseconds of the arrival, whatever the owner of the channel does.
#include "exec/adapter/line/line_channel.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace catenary::exec {
namespace {

void make_non_blocking(int fd) {
  if (fd >= 0) ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

/// write() that reports a broken pipe by its result, whatever the program does
/// with SIGPIPE. Sockets have a flag for that; pipes need the signal blocked,
/// and one that was caused consumed.
ssize_t write_quietly(int fd, const char* data, std::size_t size) {
  const ssize_t sent = ::send(fd, data, size, MSG_NOSIGNAL);
  if (sent >= 0 || errno != ENOTSOCK) return sent;
  sigset_t pipe;
  sigset_t before;
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, &before);
  const ssize_t written = ::write(fd, data, size);
  const int error = errno;
  if (written < 0 && error == EPIPE && sigismember(&before, SIGPIPE) == 0) {
    const timespec now{};
    while (::sigtimedwait(&pipe, nullptr, &now) > 0) {
    }
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return written;
}

}  // namespace

LineChannel::LineChannel(int in, int out, int error, std::size_t output_bytes)
    : in_(in), out_(out), error_(error), output_bytes_(output_bytes) {
  make_non_blocking(in_);
  make_non_blocking(out_);
  make_non_blocking(error_);
  if (::pipe2(wake_, O_CLOEXEC | O_NONBLOCK) != 0) {
    throw base::ToolError(std::string("cannot make a pipe: ") +
                          std::strerror(errno));
  }
  // Signals are for the threads that expect them.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void LineChannel::finish() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  wake();
  thread_.join();
  constexpr int kMostBlocks = 1000;  // a descendant may go on writing
  pollfd ready{error_, POLLIN, 0};
  for (int i = 0; i < kMostBlocks && error_ >= 0; ++i) {
    if (::poll(&ready, 1, 0) <= 0 || !read_output()) return;
  }
}

LineChannel::~LineChannel() {
  finish();
  ::close(in_);
  if (out_ != in_) ::close(out_);
  if (error_ >= 0) ::close(error_);
  ::close(wake_[0]);
  ::close(wake_[1]);
}

void LineChannel::wake() {
  static_cast<void>(!::write(wake_[1], "", 1));
}

void LineChannel::run() {
  bool reading = true;
  bool listening = error_ >= 0;
  for (;;) {
    // Reading pauses while too many lines wait; next() resumes it.
    bool paused = false;
    {
      const std::lock_guard lock(mutex_);
      if (stop_) return;
      paused_ = lines_.size() >= kMostWaiting;
      paused = paused_;
    }
    pollfd fds[3] = {{wake_[0], POLLIN, 0},
                     {reading && !paused ? in_ : -1, POLLIN, 0},
                     {listening ? error_ : -1, POLLIN, 0}};
    ::poll(fds, 3, -1);
    if (fds[0].revents != 0) {
      char block[64];
      while (::read(wake_[0], block, sizeof block) > 0) {
      }
    }
    if (fds[1].revents != 0) reading = read_lines();
    if (fds[2].revents != 0) listening = read_output();
  }
}

bool LineChannel::read_lines() {
  char block[1 << 16];
  const ssize_t n = ::read(in_, block, sizeof block);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  const std::lock_guard lock(mutex_);
  // The stamp of all lines in this block: they were readable at this time.
  const Clock::time_point now = Clock::now();
  bool more = n > 0;
  std::string_view rest(block,
                        static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    partial_ += rest.substr(0, end);
    if (partial_.size() > kMostBytes) {
      too_long_ = true;
      partial_.clear();
      more = false;
      break;
    }
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
    if (partial_.ends_with('\r')) partial_.pop_back();
    lines_.push_back({std::exchange(partial_, {}), ++count_, now});
  }
  // The end of the stream, or a line that is too long.
  if (!more) closed_ = true;
  changed_.notify_all();
  return more;
}

bool LineChannel::read_output() {
  char block[4096];
  const ssize_t n = ::read(error_, block, sizeof block);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (n <= 0) return false;
  const std::lock_guard lock(mutex_);
  output_.append(block, static_cast<std::size_t>(n));
  if (output_.size() > 2 * output_bytes_ + sizeof block) {
    output_.erase(0, output_.size() - output_bytes_);
  }
  return true;
}

LineChannel::Wait LineChannel::next(Line& line, Clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(
      lock, deadline, [this] { return !lines_.empty() || closed_; });
  if (!lines_.empty()) {
    // The line came after the deadline; it stays in the queue.
    if (lines_.front().at > deadline) return Wait::timeout;
    line = std::move(lines_.front());
    lines_.pop_front();
    // Resumed at half the limit, so that a fast sender does not wake the thread
    // for every line.
    const bool resume = paused_ && lines_.size() < kMostWaiting / 2;
    if (resume) paused_ = false;
    lock.unlock();
    if (resume) wake();
    return Wait::line;
  }
  if (too_long_) return Wait::too_long;
  return closed_ ? Wait::closed : Wait::timeout;
}

std::optional<LineChannel::Clock::time_point> LineChannel::quiet_now() {
  const std::lock_guard lock(mutex_);
  if (!lines_.empty()) return std::nullopt;
  return Clock::now();
}

bool LineChannel::send(std::string_view line, std::chrono::milliseconds limit) {
  std::string text(line);
  text += '\n';
  std::string_view rest = text;
  const Clock::time_point deadline = Clock::now() + limit;
  while (!rest.empty()) {
    const ssize_t n = write_quietly(out_, rest.data(), rest.size());
    if (n > 0) {
      rest.remove_prefix(static_cast<std::size_t>(n));
      continue;
    }
    // The other end does not accept more at present: wait until it does or the
    // limit is over.
    if (n < 0 && errno != EAGAIN && errno != EINTR) return false;
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd fd{out_, POLLOUT, 0};
    ::poll(&fd, 1, static_cast<int>(std::min<long>(left.count(), 1000)));
  }
  return true;
}

std::string LineChannel::unfinished() {
  const std::lock_guard lock(mutex_);
  return partial_;
}

std::string LineChannel::take_output() {
  const std::lock_guard lock(mutex_);
  if (output_.size() > output_bytes_) {
    output_.erase(0, output_.size() - output_bytes_);
  }
  return std::exchange(output_, {});
}

}  // namespace catenary::exec
