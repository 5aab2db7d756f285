// SPDX-License-Identifier: Apache-2.0
/// \file
/// Connections to programs and servers: start, greeting, lines, and the
/// explanation of every way to end.
#include "exec/adapter/line/line_connection.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "base/error.h"
#include "exec/adapter/line/message.h"

namespace catenary::exec {
namespace {

using std::chrono::milliseconds;
using suite::Json;

/// How long one wait lasts before budget and process are looked at again.
constexpr milliseconds kSlice{50};

/// Connects within `limit`; -1 and `why` where that fails.
int connect_to(const addrinfo& to, milliseconds limit, std::string& why) {
  const int fd =
      ::socket(to.ai_family, to.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) {
    why = std::strerror(errno);
    return -1;
  }
  // Not waiting, so that a host which does not answer costs no more than the
  // limit.
  int error = ::connect(fd, to.ai_addr, to.ai_addrlen) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    pollfd ready{fd, POLLOUT, 0};
    if (::poll(&ready, 1, static_cast<int>(limit.count())) <= 0) {
      error = ETIMEDOUT;
    } else {
      socklen_t size = sizeof error;
      ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
    }
  }
  if (error != 0) {
    why = std::strerror(error);
    ::close(fd);
    return -1;
  }
  // Without delay: lines are short and answers are timed.
  const int one = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  return fd;
}

}  // namespace

LineConnection::LineConnection(LineAddress address,
                               LineSutOptions options,
                               const base::Budget& budget)
    : address_(std::move(address)),
      options_(std::move(options)),
      budget_(budget) {}

LineConnection::~LineConnection() {
  close();
}

void LineConnection::start() {
  const base::Program program(address_.command);
  base::ProcessLimits limits;
  limits.address_space_bytes = options_.memory_bytes;
  limits.file_bytes = options_.file_bytes;
  base::Pipe to;
  base::Pipe from;
  base::Pipe error;
  // Tells of a failed exec, which the child alone can notice.
  base::Pipe failure;
  const std::uint64_t processes = process_limit(kMostProcesses);
  program_ = std::make_unique<base::Worker>(
      "cannot start a process", base::Worker::Group::own, [&] {
        ::dup2(to.read_end(), STDIN_FILENO);
        ::dup2(from.write_end(), STDOUT_FILENO);
        ::dup2(error.write_end(), STDERR_FILENO);
        base::enter_program(limits);
        base::set_limit(RLIMIT_NPROC, processes);
        keep_descendants();
        // The parent reports it, since it is not a message of the program.
        const int why = program.become();
        static_cast<void>(!::write(failure.write_end(), &why, sizeof why));
        ::_exit(127);
      });
  failure.close_write();
  int why = 0;
  // A successful exec closes the pipe, so that nothing is read.
  if (::read(failure.read_end(), &why, sizeof why) == sizeof why) {
    program_.reset();
    throw base::ToolError("cannot run '" + address_.command[0] +
                          "': " + std::strerror(why));
  }
  // The channel gets descriptors of its own; the pipes close theirs.
  channel_ = std::make_unique<LineChannel>(
      ::fcntl(from.read_end(), F_DUPFD_CLOEXEC, 0),
      ::fcntl(to.write_end(), F_DUPFD_CLOEXEC, 0),
      ::fcntl(error.read_end(), F_DUPFD_CLOEXEC, 0),
      options_.output_bytes);
}

void LineConnection::connect() {
  const std::string where = address_.host + ":" + std::to_string(address_.port);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(address_.host.c_str(),
                                  std::to_string(address_.port).c_str(),
                                  &hints,
                                  &found);
  if (error != 0) {
    throw base::ToolError("cannot find " + where + ": " +
                          ::gai_strerror(error));
  }
  std::string why = "no address";
  int fd = -1;
  // The addresses of a host, in the order of the resolver.
  for (const addrinfo* a = found; a != nullptr && fd < 0; a = a->ai_next) {
    fd = connect_to(*a, options_.hello_time, why);
  }
  ::freeaddrinfo(found);
  if (fd < 0) {
    throw base::ToolError("cannot connect to " + where + ": " + why);
  }
  channel_ = std::make_unique<LineChannel>(fd, fd, -1, options_.output_bytes);
}

SutReply LineConnection::open(const Json& hello, Json& answer) {
  close();
  output_.clear();
  try {
    if (address_.command.empty()) {
      connect();
    } else {
      start();
    }
  } catch (const base::ToolError& error) {
    return {SutOutcome::refused, error.what(), {}};
  }
  Json first = Json::object();
  Json& ours = first.set("hello", Json::object());
  ours.set("protocol", Json::number(std::int64_t{kLineProtocol}));
  ours.set("tool", Json::string(options_.tool));
  // Members of the caller, e.g. the kind of system.
  for (const auto& [key, value] : hello.members()) ours.set(key, value);
  // A SUT must answer the greeting within its own limit, which covers starting.
  SutReply sent = send(first);
  if (sent.outcome != SutOutcome::ok) return sent;
  const LineReply reply = next(Clock::now() + options_.hello_time);
  if (reply.outcome != SutOutcome::ok) {
    return {reply.outcome, reply.reason, {}};
  }
  if (!reply.has_line) {
    const LineReply mute =
        fault(SutOutcome::hung,
              "it did not say hello within " +
                  std::to_string(options_.hello_time.count()) + " ms");
    return {mute.outcome, mute.reason, {}};
  }
  // The version is compared first: other members may depend on it.
  const Json* theirs = reply.json.find("hello");
  const Json* version = theirs != nullptr && theirs->is(Json::Kind::object)
                            ? theirs->find("protocol")
                            : nullptr;
  std::string wrong;
  if (version == nullptr || !version->is(Json::Kind::number)) {
    wrong =
        "expected {\"hello\": {\"protocol\": " + std::to_string(kLineProtocol) +
        ", ...}}";
  } else if (version->text() != std::to_string(kLineProtocol)) {
    wrong = "it speaks protocol " + excerpt(version->text()) + ", not " +
            std::to_string(kLineProtocol);
  }
  if (!wrong.empty()) {
    const LineReply bad =
        fault(SutOutcome::protocol, reply.name + ": " + wrong);
    return {bad.outcome, bad.reason, {}};
  }
  answer = *theirs;
  return {};
}

void LineConnection::close() {
  if (program_ != nullptr) {
    kill_descendants(program_->end_fd());
    program_.reset();
  }
  if (channel_ == nullptr) return;
  channel_->finish();
  output_ += channel_->take_output();
  channel_.reset();
}

bool LineConnection::has_ended() const {
  return program_ != nullptr && program_->has_ended();
}

LineReply LineConnection::fault(SutOutcome outcome, std::string reason) {
  close();
  LineReply out;
  out.outcome = outcome;
  out.reason = std::move(reason);
  return out;
}

LineReply LineConnection::explain_end() {
  const std::string unfinished = channel_->unfinished();
  const std::string partial =
      unfinished.empty()
          ? ""
          : "; its last line has no end: \"" + excerpt(unfinished) + "\"";
  if (program_ == nullptr) {
    return fault(SutOutcome::exited, "it closed the connection" + partial);
  }
  // The end of the stream comes a moment before the end of the process.
  if (!program_->wait(std::chrono::seconds(2))) {
    return fault(SutOutcome::protocol,
                 "it closed its standard output" + partial);
  }
  // Processes that the program started must not live on.
  const base::WorkerEnd end = program_->kill();
  if (end.signal != 0) {
    return fault(SutOutcome::crashed,
                 base::describe_signal(end.signal) + partial);
  }
  return fault(SutOutcome::exited,
               "exit status " + std::to_string(end.status) + partial);
}

LineReply LineConnection::next(Clock::time_point deadline) {
  // In slices, to look at the budget and at the program.
  bool ended = false;
  for (;;) {
    const Clock::time_point slice = std::min(deadline, Clock::now() + kSlice);
    LineChannel::Line line;
    switch (channel_->next(line, slice)) {
      case LineChannel::Wait::line:
        break;
      case LineChannel::Wait::too_long:
        return fault(SutOutcome::protocol, "a line is longer than 1 MiB");
      case LineChannel::Wait::closed:
        return explain_end();
      case LineChannel::Wait::timeout: {
        if (budget_.poll() != base::StopReason::none) {
          return fault(SutOutcome::interrupted,
                       base::to_string(budget_.poll()));
        }
        // No line, which is for the caller to judge.
        if (slice >= deadline) return {};
        // A descendant may hold the stream of a program that is gone; its last
        // lines get a slice of time to arrive.
        if (ended && channel_->quiet_now()) return explain_end();
        ended = has_ended();
        continue;
      }
    }
    // Blank lines have no meaning.
    if (line.text.find_first_not_of(" \t") == std::string::npos) continue;
    LineReply out;
    out.name = "line " + std::to_string(line.number) + " of the SUT";
    out.at = line.at;
    try {
      out.json = parse_line(line.text, out.name);
    } catch (const base::InputError& error) {
      return fault(SutOutcome::protocol, error.diagnostics().front().message);
    }
    out.has_line = true;
    // The SUT reports an error of its own.
    if (const Json* error = out.json.find("error")) {
      return fault(SutOutcome::refused,
                   error->is(Json::Kind::string) ? suite::to_utf8(error->text())
                                                 : error->compact());
    }
    return out;
  }
}

LineReply LineConnection::answer(const std::string& to) {
  LineReply out = next(Clock::now() + options_.answer_time);
  if (out.outcome != SutOutcome::ok || out.has_line) return out;
  return fault(SutOutcome::hung,
               "no answer to \"" + to + "\" within " +
                   std::to_string(options_.answer_time.count()) + " ms");
}

SutReply LineConnection::send(const Json& message) {
  if (channel_->send(message.compact(), options_.answer_time)) return {};
  // Its last words may say why it does not listen.
  LineReply reply;
  do {
    reply = next(Clock::now() + kSlice);
  } while (reply.has_line);
  if (reply.outcome == SutOutcome::ok) {
    reply = fault(SutOutcome::hung, "it does not read what we send");
  }
  return {reply.outcome, reply.reason, {}};
}

std::string LineConnection::take_output() {
  if (channel_ != nullptr) output_ += channel_->take_output();
  return std::exchange(output_, {});
}

std::string LineConnection::sandbox() const {
  return address_.command.empty() ? "none" : "process, rlimits";
}

}  // namespace catenary::exec
