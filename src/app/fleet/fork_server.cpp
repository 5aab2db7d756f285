// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/check.h"
#include "base/error.h"

namespace catenary::app {

namespace {

using base::WireReader;
using base::WireWriter;
using std::chrono::milliseconds;

/// Waits until there is something to read. Returns whether there is.
bool is_readable(int fd, milliseconds at_most) {
  struct pollfd in{fd, POLLIN, 0};
  return ::poll(&in, 1, static_cast<int>(at_most.count())) == 1;
}

/// Reads what is there. Returns false at the end.
bool take_bytes(int fd, base::WireFrames& to) {
  std::array<char, 65536> block{};
  ssize_t n = 0;
  do {
    n = ::read(fd, block.data(), block.size());
  } while (n < 0 && errno == EINTR);
  if (n <= 0) return false;
  to.add({block.data(), static_cast<std::size_t>(n)});
  return true;
}

Task read_task(std::string_view frame) {
  WireReader from(frame);
  Task out;
  std::uint64_t id = 0;
  std::int64_t time = 0;
  from.get(id, out.words, time, out.directory);
  out.id = id;
  out.time = milliseconds(time);
  return out;
}

std::string to_frame(const TaskResult& r) {
  WireWriter to;
  to.put(std::uint64_t{r.id}, r.crash, static_cast<std::int32_t>(r.code));
  to.put(r.out, r.err, r.from_cache, r.partial, r.killed, r.seconds);
  return to.frame();
}

TaskResult read_result(std::string_view frame) {
  WireReader from(frame);
  TaskResult r;
  std::uint64_t id = 0;
  std::int32_t code = 0;
  from.get(id, r.crash, code);
  from.get(r.out, r.err, r.from_cache, r.partial, r.killed, r.seconds);
  r.id = id;
  r.code = static_cast<ExitCode>(code);
  return r;
}

/// The process: until nobody asks any more.
void serve(const CallProgram& call,
           std::size_t places,
           const base::Pipe& requests,
           const base::Pipe& results) {
  // While something runs, requests are looked for so often.
  constexpr milliseconds kEvery{4};
  ChildExecutor children(call, places);
  base::WireFrames frames;
  while (true) {
    const bool idle = children.free_places() == places;
    if (is_readable(requests.read_end(),
                    idle ? milliseconds(-1) : milliseconds(0)) &&
        !take_bytes(requests.read_end(), frames)) {
      return;
    }
    while (const auto frame = frames.next()) children.submit(read_task(*frame));
    base::Budget slice;
    slice.set_time(kEvery);
    const auto result = children.next(slice);
    if (result && !base::write_all(results, to_frame(*result))) return;
  }
}

}  // namespace

ForkServer::ForkServer(const CallProgram& call, std::size_t places)
    : places_(std::max<std::size_t>(places, 1)),
      process_("cannot start the process that runs commands",
               base::Worker::Group::own,
               [&] {
                 base::enter_program({});
                 requests_.close_write();
                 results_.close_read();
                 try {
                   serve(call, places_, requests_, results_);
                 } catch (const std::exception&) {
                   // The other side sees the end of the pipe.
                   ::_exit(1);
                 }
               }) {
  requests_.close_read();
  results_.close_write();
  (void)::fcntl(requests_.write_end(), F_SETFL, O_NONBLOCK);
}

void ForkServer::submit(const Task& task) {
  CATENARY_CHECK(free_places() > 0, "no place is free for the task");
  WireWriter to;
  to.put(std::uint64_t{task.id}, task.words);
  to.put(std::int64_t{task.time.count()}, task.directory);
  const std::string frame = to.frame();
  std::string_view rest = frame;
  while (!rest.empty()) {
    // The process may wait until we take a result.
    std::array<struct pollfd, 2> both{{{requests_.write_end(), POLLOUT, 0},
                                       {results_.read_end(), POLLIN, 0}}};
    (void)::poll(both.data(), both.size(), -1);
    if ((both[1].revents & POLLIN) != 0) {
      (void)take_bytes(results_.read_end(), frames_);
    }
    if (both[0].revents == 0) continue;
    const ssize_t n = ::write(requests_.write_end(), rest.data(), rest.size());
    if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
      throw base::ToolError("the process that runs commands has died");
    }
  }
  running_.push_back(task.id);
}

std::optional<TaskResult> ForkServer::wait(milliseconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  while (!running_.empty()) {
    if (const auto frame = frames_.next()) {
      TaskResult out = read_result(*frame);
      std::erase(running_, out.id);
      return out;
    }
    const auto left =
        std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
    if (!is_readable(results_.read_end(), std::max(left, milliseconds(0)))) {
      if (left.count() <= 0) return std::nullopt;
    } else if (!take_bytes(results_.read_end(), frames_)) {
      throw base::ToolError("the process that runs commands has died");
    }
  }
  return std::nullopt;
}

std::optional<TaskResult> ForkServer::next(const base::Budget& budget) {
  constexpr milliseconds kEvery{20};
  while (!running_.empty() && budget.poll() == base::StopReason::none) {
    if (auto out = wait(kEvery)) return out;
  }
  return std::nullopt;
}

}  // namespace catenary::app
