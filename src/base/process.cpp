// SPDX-License-Identifier: Apache-2.0
/// \file
/// Programs as children: fork and exec. The number of a failed exec comes back
/// through a pipe that a successful exec closes (O_CLOEXEC).
///
/// Work in forked children: four pipes lead from the child to the parent, for
/// the bytes of the body, its output and error stream, and the exception that
/// the body threw.
#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <system_error>
#include <utility>

#include "base/check.h"
#include "base/error.h"
#include "base/wire.h"
#include "base/worker.h"

extern char** environ;

namespace catenary::base {

namespace {

/// A sink that appends to `into` until it has `cap` bytes, then drops the rest
/// and sets `truncated`. Both must outlive the sink.
std::function<void(std::string_view)> capped_sink(std::string& into,
                                                  std::size_t cap,
                                                  bool& truncated) {
  return [&into, cap, &truncated](std::string_view bytes) {
    const std::size_t room = cap - std::min(cap, into.size());
    if (bytes.size() > room) truncated = true;
    into.append(bytes.substr(0, room));
  };
}

/// Serves the child until it ends or a limit is reached, and finishes.
void supervise(SupervisedChild& child,
               const Budget& budget,
               ProcessResult& result) {
  Supervision supervision(child);
  while (supervision.serve(budget, kPollInterval)) {
  }
  supervision.finish(result);
}

/// Strings as execve wants them; they must outlive the result.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> out;
  out.reserve(strings.size() + 1);
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

/// Our environment with variables replaced or added, as "NAME=value".
std::vector<std::string> merged_environment(
    const std::vector<std::pair<std::string, std::string>>& added) {
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    bool replaced = false;
    for (const auto& [name, value] : added) {
      replaced = replaced || (text.starts_with(name) &&
                              text.substr(name.size()).starts_with('='));
    }
    if (!replaced) out.emplace_back(text);
  }
  for (const auto& [name, value] : added) out.push_back(name + "=" + value);
  return out;
}

}  // namespace

Program::Program(std::vector<std::string> argv,
                 const std::vector<std::pair<std::string, std::string>>& added,
                 std::string directory)
    : argv_(std::move(argv)),
      environment_(merged_environment(added)),
      directory_(std::move(directory)),
      argv_pointers_(pointers_to(argv_)),
      environment_pointers_(pointers_to(environment_)) {}

int Program::become() const {
  // The environment is passed explicitly: setenv() in the child would allocate.
  if (directory_.empty() || ::chdir(directory_.c_str()) == 0) {
    ::execvpe(
        argv_pointers_[0], argv_pointers_.data(), environment_pointers_.data());
  }
  return errno;
}

const char* to_string(Ending ending) {
  switch (ending) {
    case Ending::exited:
      return "exited";
    case Ending::signalled:
      return "signalled";
    case Ending::timed_out:
      return "timed_out";
    case Ending::interrupted:
      return "interrupted";
  }
  return "exited";
}

std::string ProcessResult::describe() const {
  switch (ending) {
    case Ending::exited:
      return fmt::format("exit code {}", exit_code);
    case Ending::signalled:
      return WorkerEnd{signal, 0}.to_string();
    case Ending::timed_out:
      return "no end within the time limit";
    case Ending::interrupted:
      return "interrupted";
  }
  return "";
}

namespace {

/// Connects the standard streams of the child. Its copies of the pipes are
/// closed by exec.
void set_up_streams(int in, int out, int err) {
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
}

}  // namespace

ProcessResult run_process(const ProcessCommand& command, const Budget& budget) {
  CATENARY_CHECK(!command.argv.empty(), "a command needs a program");
  const std::string cannot_run = "cannot run '" + command.argv[0] + "'";
  const Program program(
      command.argv, command.environment, command.working_directory);
  Pipe in, out, err, exec_error;
  const auto become = [&] {
    set_up_streams(in.read_end(), out.write_end(), err.write_end());
    enter_program(command.limits);
    const int error = program.become();
    // A write of four bytes to an empty pipe is atomic.
    static_cast<void>(!::write(exec_error.write_end(), &error, sizeof error));
    ::_exit(127);
  };
  Worker worker(cannot_run, Worker::Group::own, become, Worker::Memory::lent);

  ProcessResult result;
  std::string failure;
  SupervisedChild child{
      worker, &in, command.stdin_text, {}, command.limits.time};
  child.streams.push_back(
      {&out,
       capped_sink(
           result.out, command.limits.stdout_bytes, result.out_truncated)});
  child.streams.push_back(
      {&err,
       capped_sink(
           result.err, command.limits.stderr_bytes, result.err_truncated)});
  child.streams.push_back(
      {&exec_error, [&failure](std::string_view b) { failure.append(b); }});
  supervise(child, budget, result);
  // Anything was written only if the program did not start. The exit code 127
  // alone would not tell: a program may end with it.
  if (failure.size() == sizeof(int)) {
    throw ToolError(
        cannot_run + ": " +
        std::generic_category().message(WireReader(failure).get<int>()));
  }
  return result;
}

bool read_all(const Pipe& pipe, void* to, std::size_t bytes) {
  char* at = static_cast<char*>(to);
  while (bytes > 0) {
    const ssize_t n = ::read(pipe.read_end(), at, bytes);
    if (n > 0) {
      at += n;
      bytes -= static_cast<std::size_t>(n);
    } else if (n == 0 || errno != EINTR) {
      return false;
    }
  }
  return true;
}

namespace {

/// The class of an exception that the body threw.
enum class Thrown : std::uint8_t { input, internal, tool };

/// Runs the body; the exception it threw as a message for rethrow(), or "".
std::string run_body(const ForkedTask& task, int fd) {
  ForkedOutput output(fd);
  WireWriter thrown;
  try {
    task.body(output);
  } catch (const InputError& e) {
    thrown.put(Thrown::input, e.diagnostics());
  } catch (const InternalError& e) {
    thrown.put(Thrown::internal, e.what());
  } catch (const std::bad_alloc&) {
    thrown.put(Thrown::tool, "out of memory");
  } catch (const std::exception& e) {
    thrown.put(Thrown::tool, e.what());
  }
  return thrown.bytes();
}

/// Throws what run_body() caught in the child.
[[noreturn]] void rethrow(const std::string& message) {
  WireReader from(message);
  const Thrown kind = from.get_enum(Thrown::tool);
  if (kind == Thrown::input) {
    throw InputError(from.get<std::vector<Diagnostic>>());
  }
  const auto text = from.get<std::string>();
  if (kind == Thrown::internal) throw InternalError(text);
  throw ToolError(text);
}

/// The child after the fork. Worker ends it afterwards.
void be_child(
    const ForkedTask& task, Pipe& bytes, Pipe& out, Pipe& err, Pipe& failure) {
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(out.write_end(), STDOUT_FILENO);
  ::dup2(err.write_end(), STDERR_FILENO);
  // The read ends are closed, so that writing fails as soon as the parent is
  // gone.
  for (Pipe* pipe : {&bytes, &out, &err, &failure}) pipe->close_read();
  ProcessLimits limits = task.limits;
  // AddressSanitizer's shadow memory alone exceeds any sensible limit.
  if (kAddressSanitizer) limits.address_space_bytes = 0;
  enter_program(limits);
  // A write without a reader shall be an error in ForkedOutput::write(), which
  // a body may catch, and not a signal.
  ::signal(SIGPIPE, SIG_IGN);
  const std::string thrown = run_body(task, bytes.write_end());
  ForkedOutput(failure.write_end()).write(thrown);
  // Worker does not flush what the body printed through <cstdio>.
  std::fflush(nullptr);
}

}  // namespace

void ForkedOutput::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      throw ToolError("a worker lost its parent: " +
                      std::generic_category().message(errno));
    }
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// What the child and its parent share.
struct ForkedRun::Parts {
  explicit Parts(const ForkedTask& forked)
      : task(forked),
        worker("cannot start a worker process", Worker::Group::own, [this] {
          be_child(task, bytes, out, err, failure);
        }) {}

  /// Adds a stream, which is appended to `into`.
  void collect(Pipe& pipe, std::string& into) {
    child.streams.push_back(
        {&pipe, [&into](std::string_view b) { into.append(b); }});
  }
  void connect() {
    // The child need not wait at once while we do something else. Without
    // effect where the machine allows less.
    constexpr int kRoom = 1 << 20;
    ::fcntl(bytes.read_end(), F_SETPIPE_SZ, kRoom);
    if (task.on_bytes) {
      child.streams.push_back({&bytes, task.on_bytes});
    } else {
      collect(bytes, result.bytes);
    }
    child.streams.push_back({&out,
                             capped_sink(result.process.out,
                                         task.limits.stdout_bytes,
                                         result.process.out_truncated)});
    child.streams.push_back({&err,
                             capped_sink(result.process.err,
                                         task.limits.stderr_bytes,
                                         result.process.err_truncated)});
    collect(failure, failure_text);
    supervision.emplace(child);
  }

  ForkedTask task;
  Pipe bytes, out, err, failure;
  Worker worker;
  ForkedResult result;
  /// What run_body() said.
  std::string failure_text;
  SupervisedChild child{worker, nullptr, {}, {}, task.limits.time};
  std::optional<Supervision> supervision;
};

ForkedRun::ForkedRun(const ForkedTask& task) {
  CATENARY_CHECK(task.body, "a forked task needs a body");
  // Or the child would print again what we have not printed yet.
  std::fflush(nullptr);
  parts_ = std::make_unique<Parts>(task);
  parts_->connect();
}

ForkedRun::~ForkedRun() = default;

bool ForkedRun::serve(const Budget& budget, std::chrono::milliseconds at_most) {
  return parts_->supervision->serve(budget, at_most);
}

ForkedResult ForkedRun::finish() {
  ForkedResult& result = parts_->result;
  parts_->supervision->finish(result.process);
  // Only a child that came to its end has sent a complete message. After a
  // crash or time-out the ending itself is the result.
  if (result.process.succeeded() && !parts_->failure_text.empty()) {
    rethrow(parts_->failure_text);
  }
  return std::move(result);
}

ForkedResult run_forked(const ForkedTask& task, const Budget& budget) {
  ForkedRun run(task);
  while (run.serve(budget, kPollInterval)) {
  }
  return run.finish();
}

}  // namespace catenary::base
