// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work in forked children. Four pipes lead from the child to the parent: the
/// bytes of the body, its output and error stream, and the exception that the
/// body threw, as a JSON document.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <system_error>

#include "base/check.h"
#include "base/error.h"
#include "base/process.h"
#include "base/supervise.h"

namespace catenary::base {
namespace {

using nlohmann::json;

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kAddressSanitizer = true;
#else
constexpr bool kAddressSanitizer = false;
#endif

/// A diagnostic as JSON, with its notes; diagnostic_from() is the inverse.
json to_json(const Diagnostic& d) {
  json notes = json::array();
  for (const Diagnostic& note : d.notes) notes.push_back(to_json(note));
  return {{"severity", static_cast<int>(d.severity)},
          {"file", d.where.file},
          {"line", d.where.line},
          {"column", d.where.column},
          {"message", d.message},
          {"code", d.code},
          {"notes", notes}};
}

Diagnostic diagnostic_from(const json& j) {
  Diagnostic d{static_cast<Severity>(j.at("severity").get<int>()),
               {j.at("file"), j.at("line"), j.at("column")},
               j.at("message"),
               j.at("code"),
               {}};
  for (const json& note : j.at("notes")) {
    d.notes.push_back(diagnostic_from(note));
  }
  return d;
}

/// Runs the body; the exception it threw, as a document for rethrow(), or "".
std::string run_body(const ForkedTask& task, int fd) {
  // An exception may quote bytes of the user's file that are not UTF-8. They
  // are replaced, since dump() would throw in the middle of a report.
  const auto text = [](const json& j) {
    return j.dump(-1, ' ', false, json::error_handler_t::replace);
  };
  ForkedOutput output(fd);
  try {
    task.body(output);
    return "";
  } catch (const InputError& e) {
    json list = json::array();
    for (const Diagnostic& d : e.diagnostics()) list.push_back(to_json(d));
    return text({{"kind", "input"}, {"diagnostics", list}});
  } catch (const InternalError& e) {
    return text({{"kind", "internal"}, {"text", e.what()}});
  } catch (const std::bad_alloc&) {
    return text({{"kind", "tool"}, {"text", "out of memory"}});
  } catch (const std::exception& e) {
    return text({{"kind", "tool"}, {"text", e.what()}});
  }
}

/// Throws what run_body() caught in the child.
[[noreturn]] void rethrow(const std::string& failure) {
  const json document = json::parse(failure);
  const std::string kind = document.at("kind");
  if (kind == "input") {
    std::vector<Diagnostic> list;
    for (const json& d : document.at("diagnostics")) {
      list.push_back(diagnostic_from(d));
    }
    throw InputError(std::move(list));
  }
  const std::string text = document.at("text");
  if (kind == "internal") throw InternalError(text);
  throw ToolError(text);
}

/// The child after the fork. It never returns to the caller's code: destructors
/// and atexit() handlers of the parent's objects must not run twice.
[[noreturn]] void be_child(const ForkedTask& task,
                           pid_t parent,
                           Pipe& bytes,
                           Pipe& out,
                           Pipe& err,
                           Pipe& failure) {
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
  enter_child(limits, parent);
  // A write without a reader shall be an error in ForkedOutput::write(), which
  // a body may catch, and not a signal.
  ::signal(SIGPIPE, SIG_IGN);
  const std::string document = run_body(task, bytes.write_end());
  ForkedOutput(failure.write_end()).write(document);
  // _exit() does not flush what the body printed through <cstdio>.
  std::fflush(nullptr);
  ::_exit(0);
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

ForkedResult run_forked(const ForkedTask& task, const Budget& budget) {
  CATENARY_CHECK(task.body, "a forked task needs a body");
  Pipe bytes, out, err, failure;
  // Or the child would print again what we have not printed yet.
  std::fflush(nullptr);
  const pid_t parent = ::getpid();
  const pid_t pid = ::fork();
  if (pid < 0) {
    throw ToolError("cannot start a worker process: " +
                    std::generic_category().message(errno));
  }
  if (pid == 0) be_child(task, parent, bytes, out, err, failure);

  ForkedResult result;
  std::string failure_text;
  const auto collect = [](std::string& into) {
    return [&into](std::string_view b) { into.append(b); };
  };
  SupervisedChild child;
  child.pid = pid;
  child.time = task.limits.time;
  child.streams.push_back(
      {&bytes, task.on_bytes ? task.on_bytes : collect(result.bytes)});
  child.streams.push_back({&out,
                           capped_sink(result.process.out,
                                       task.limits.stdout_bytes,
                                       result.process.out_truncated)});
  child.streams.push_back({&err,
                           capped_sink(result.process.err,
                                       task.limits.stderr_bytes,
                                       result.process.err_truncated)});
  child.streams.push_back({&failure, collect(failure_text)});
  supervise(child, budget, result.process);
  // Only a child that came to its end has sent a complete document. After a
  // crash or time-out the ending itself is the result.
  if (result.process.succeeded() && !failure_text.empty()) {
    rethrow(failure_text);
  }
  return result;
}

}  // namespace catenary::base
