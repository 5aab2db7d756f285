// SPDX-License-Identifier: Apache-2.0
#include "app/report/serve_report.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/program_files.h"
#include "base/error.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "base/worker.h"
#include "report/html/html.h"
#include "serve/http_server.h"
#include "serve/live_site.h"
#include "serve/token.h"

namespace catenary::app {

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;
using serve::LiveState;

/// How long the server waits for requests before it looks at the command.
constexpr std::chrono::milliseconds kRound{40};

/// A named pipe that is read without waiting.
class EventPipe {
 public:
  explicit EventPipe(std::string path) : path_(std::move(path)) {
    if (::mkfifo(path_.c_str(), 0600) == 0) {
      // For writing too, so that it does not end before the first writer.
      fd_ = ::open(path_.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    }
    if (fd_ < 0) {
      throw base::ToolError("cannot make a pipe for the command's events: " +
                            std::string(std::strerror(errno)));
    }
  }
  ~EventPipe() {
    if (fd_ >= 0) ::close(fd_);
  }
  EventPipe(const EventPipe&) = delete;
  EventPipe& operator=(const EventPipe&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  /// Hands over the lines that are complete, at most a megabyte at once, so
  /// that requests are answered meanwhile. Returns whether there may be more.
  bool take_lines(serve::LiveSite& site) {
    std::array<char, 65536> buffer{};
    for (int round = 0; round < 16; ++round) {
      const ssize_t n = ::read(fd_, buffer.data(), buffer.size());
      if (n <= 0) return n < 0 && errno == EINTR;
      take(std::string_view(buffer.data(), static_cast<std::size_t>(n)), site);
    }
    return true;
  }

 private:
  void take(std::string_view bytes, serve::LiveSite& site) {
    for (std::size_t end = bytes.find('\n'); end != std::string_view::npos;
         end = bytes.find('\n')) {
      line_ += bytes.substr(0, end);
      site.add_event(line_);
      line_.clear();
      bytes.remove_prefix(end + 1);
    }
    line_ += bytes;
  }

  std::string path_;
  int fd_ = -1;
  /// The begin of a line.
  std::string line_;
};

/// A call of this program as a child: our output, no input.
class OwnCall {
 public:
  enum class Output : std::uint8_t { ours, none };
  OwnCall(Words arguments, Output output)
      : program_(with_program(std::move(arguments))),
        worker_("cannot start the command",
                // The terminal's Ctrl-C is passed on once, by us.
                base::Worker::Group::own,
                [this, output] {
                  base::enter_program({});
                  const int nothing = ::open("/dev/null", O_RDWR);
                  ::dup2(nothing, STDIN_FILENO);
                  if (output == Output::none) {
                    ::dup2(nothing, STDOUT_FILENO);
                    ::dup2(nothing, STDERR_FILENO);
                  }
                  (void)program_.become();
                  ::_exit(127);
                }) {}

  [[nodiscard]] base::Worker& worker() { return worker_; }

 private:
  static Words with_program(Words arguments) {
    arguments.insert(arguments.begin(), own_executable().string());
    return arguments;
  }

  base::Program program_;
  base::Worker worker_;
};

/// A command as people would write it.
std::string shown(const Words& command) {
  std::string out = "catenary";
  for (const std::string& word : command) {
    const bool plain =
        !word.empty() &&
        word.find_first_of(" \t\n'\"$&|;<>()*?\\`") == std::string::npos;
    out += plain ? " " + word : " '" + word + "'";
  }
  return out;
}

/// Only commands that write events are worth a look.
void require_watchable(const Words& command) {
  const std::string& name = command.at(0);
  for (const std::string& word : command) {
    if (word != "--events" && !word.starts_with("--events=")) continue;
    throw base::InputError(
        {},
        "--serve: the page is what the events of the command "
        "are for; expected no --events behind '--'",
        "option-conflict");
  }
  for (const char* known : {"generate", "run", "check", "bench"}) {
    if (name == known) return;
  }
  throw base::InputError({},
                         "--serve: expected generate, run, check or bench "
                         "behind '--', not '" +
                             name + "'",
                         "option-conflict");
}

class Serving {
 public:
  Serving(const ReportOptions& options, Context& context)
      : options_(options),
        context_(context),
        page_(report::write_live_page(shown(options.command.empty()
                                                ? Words{"report", options.suite}
                                                : options.command))),
        site_(serve::make_token(),
              page_.html,
              page_.policy,
              [this] { cancel(); }),
        server_(static_cast<std::uint16_t>(options.port),
                [this](const serve::Request& request) {
                  return site_.answer(request);
                }) {
    site_.set_port(server_.port());
  }

  ExitCode run() {
    const std::string address =
        "http://127.0.0.1:" + std::to_string(server_.port()) + "/" +
        site_.token() + "/";
    if (options_.command.empty()) {
      make_report(options_.suite, options_.results);
      site_.set_exit(0, "");
      site_.set_state(LiveState::ended);
      if (!site_.has_report()) return ExitCode::tool_error;
      context_.log.info("report: " + address + "report  (Ctrl-C ends it)");
    } else {
      context_.log.info("live page: " + address);
      run_command();
    }
    linger();
    return exit_;
  }

 private:
  /// Both the page and Ctrl-C. The second request ends the command at once.
  void cancel() {
    if (call_ == nullptr) return;
    call_->worker().signal(SIGINT);
    site_.set_state(LiveState::cancelling);
  }

  /// Answers requests for a moment, and passes Ctrl-C on.
  void serve() {
    server_.serve(kRound);
    if (!context_.budget.interrupted() || passed_on_) return;
    passed_on_ = true;
    cancel();
  }

  void run_command() {
    EventPipe events(directory_.file("events"));
    Words arguments = options_.command;
    arguments.insert(arguments.begin() + 1, {"--events", events.path()});
    call_ = std::make_unique<OwnCall>(arguments, OwnCall::Output::ours);
    while (!call_->worker().has_ended()) {
      serve();
      (void)events.take_lines(site_);
    }
    while (events.take_lines(site_)) serve();
    const base::WorkerEnd end = call_->worker().kill();
    call_.reset();
    // SIGINT kills only a command that has not begun to watch signals.
    exit_ = end.signal == 0        ? static_cast<ExitCode>(end.status)
            : end.signal == SIGINT ? ExitCode::interrupted
                                   : ExitCode::tool_error;
    site_.set_exit(static_cast<int>(exit_),
                   end.signal == 0 ? "" : end.to_string());
    if (end.signal != 0) {
      context_.log.error("the command was " + end.to_string());
    }
    // Whoever pressed Ctrl-C wants the prompt back.
    if (!passed_on_ && !site_.suite_path().empty()) {
      site_.set_state(LiveState::reporting);
      make_report(site_.suite_path(), site_.results_path());
    }
    site_.set_state(LiveState::ended);
  }

  /// Calls this program for the page. Where that fails there is none.
  void make_report(const std::string& suite, const std::string& results) {
    const std::string file = directory_.file("report.html");
    Words arguments = {"report", suite};
    if (!results.empty()) arguments.push_back(results);
    arguments.insert(arguments.end(), {"--html", file, "--quiet"});
    if (!options_.config.empty()) {
      arguments.insert(arguments.end(), {"--config", options_.config});
    }
    // For faults of a suite that the user named.
    const auto output = options_.command.empty() ? OwnCall::Output::ours
                                                 : OwnCall::Output::none;
    OwnCall call(arguments, output);
    while (!call.worker().has_ended()) {
      serve();
      if (context_.budget.interrupted()) return;
    }
    if (call.worker().kill().status != 0) return;
    constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
    site_.set_report(base::read_file(file, kMostBytes));
  }

  /// Until Ctrl-C, or nobody asks any more.
  void linger() {
    const Clock::time_point begin = Clock::now();
    if (!context_.budget.interrupted() && !options_.command.empty()) {
      context_.log.info(site_.has_report()
                            ? "the page shows the report; Ctrl-C ends it"
                            : "the page shows the end; Ctrl-C ends it");
    }
    // A page that is open still learns how the command ended.
    constexpr std::chrono::milliseconds kFarewell{1000};
    while (context_.budget.interrupted() &&
           site_.last_request() + kFarewell > begin &&
           Clock::now() < begin + kFarewell) {
      server_.serve(kRound);
    }
    while (!context_.budget.interrupted()) {
      server_.serve(kRound);
      const Clock::time_point last = std::max(begin, site_.last_request());
      if (options_.idle.count() > 0 && Clock::now() - last >= options_.idle) {
        return;
      }
    }
  }

  const ReportOptions& options_;
  Context& context_;
  base::TemporaryDirectory directory_;
  report::LivePage page_;
  serve::LiveSite site_;
  serve::HttpServer server_;
  /// The command while it works.
  std::unique_ptr<OwnCall> call_;
  bool passed_on_ = false;
  ExitCode exit_ = ExitCode::success;
};

}  // namespace

ExitCode serve_report(const ReportOptions& options, Context& context) {
  if (!options.command.empty()) require_watchable(options.command);
  context.progress.finish();
  return Serving(options, context).run();
}

}  // namespace catenary::app
