// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the live page of a command consists of, and who gets it.
///
///   GET  /TOKEN/                the live page
///   GET  /TOKEN/events?from=N   the events from number N on, and the state
///   GET  /TOKEN/report          the report, once there is one
///   POST /TOKEN/cancel          with the token as X-Catenary-Token: ends the
///                               command as Ctrl-C does
///
/// Everything else is refused, 403 before anything is looked at.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/request.h"

namespace catenary::serve {

/// Where the command is.
enum class LiveState : std::uint8_t {
  running,
  cancelling,  ///< it was asked to end
  reporting,   ///< it has ended; its report is being made
  ended
};
/// The name of the enumerator.
[[nodiscard]] const char* to_string(LiveState state);

/// The state of a site, and its answers. Not thread-safe.
class LiveSite {
 public:
  /// `page`: the live page, `policy`: its content security policy. `cancel` is
  /// called for each request to cancel.
  LiveSite(std::string token,
           std::string page,
           std::string policy,
           std::function<void()> cancel);

  /// Only hosts with this port are answered; nobody before it is set.
  void set_port(std::uint16_t port) { port_ = port; }
  [[nodiscard]] const std::string& token() const { return token_; }

  /// Adds a line of the command's events. Lines that are none are dropped. Of
  /// events that only say where the command is, the last one is kept alone.
  /// Once the events have 64 MiB, all others are dropped as well.
  void add_event(std::string_view line);
  void set_state(LiveState state) { state_ = state; }
  [[nodiscard]] LiveState state() const { return state_; }
  /// The exit code of the command, which has ended.
  void set_exit(int code, std::string how);
  /// The report is there.
  void set_report(std::string page);
  [[nodiscard]] bool has_report() const { return !report_.empty(); }

  /// The files of the last "written" events; empty if there was none.
  [[nodiscard]] const std::string& suite_path() const { return suite_; }
  [[nodiscard]] const std::string& results_path() const { return results_; }

  /// The answer to a request.
  [[nodiscard]] Response answer(const Request& request);
  /// The time of the last request that knew the token.
  [[nodiscard]] std::chrono::steady_clock::time_point last_request() const {
    return last_request_;
  }

 private:
  [[nodiscard]] Response events_from(const std::string& from) const;
  [[nodiscard]] Response resource(const Request& request,
                                  std::string_view name);

  std::string token_, page_, policy_;
  std::function<void()> cancel_;
  std::uint16_t port_ = 0;
  LiveState state_ = LiveState::running;
  std::vector<std::string> events_;
  std::size_t bytes_ = 0;
  /// The last events that only say where the command is, by kind; "null" where
  /// there was none.
  std::string progress_ = "null", searching_ = "null", testing_ = "null";
  std::string suite_, results_, report_;
  int exit_ = -1;
  std::string how_;
  std::chrono::steady_clock::time_point begin_ =
      std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point end_{};
  std::chrono::steady_clock::time_point last_request_ = begin_;
};

}  // namespace catenary::serve
