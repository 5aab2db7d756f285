// SPDX-License-Identifier: Apache-2.0
/// \file
/// A language server (LSP 3.17): requests and notifications of an editor.
///
/// One thread answers everything; reading a document takes milliseconds. What
/// may take longer, the consistency of requirements, runs in a child process.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <string>

#include "base/text/json.h"
#include "lsp/conflicts.h"
#include "lsp/document.h"

namespace catenary::lsp {

/// The state of a session. Not thread-safe.
class Server {
 public:
  /// Takes messages to the editor.
  using Send = std::function<void(const base::Json&)>;
  /// `program`: see Conflicts. `version` is told to the editor.
  Server(Send send, std::string program, std::string version)
      : send_(std::move(send)),
        version_(std::move(version)),
        conflicts_(std::move(program)) {}

  /// Takes a message, as it was received, for handle_next(). A cancellation
  /// counts at once.
  void receive(const std::string& content);
  /// Reports that the stream was faulty.
  void report_fault(const std::string& message);
  /// Handles the next message; false if there is none. Never throws on account
  /// of what the message holds.
  [[nodiscard]] bool handle_next();
  /// Sends what changed: diagnostics of changed documents, and that there are
  /// new results of checks. To be called while no message waits.
  void settle();

  /// Becomes readable when a result of a check is there; -1 for none.
  [[nodiscard]] int wake_fd() { return conflicts_.end_fd(); }
  /// Whether "exit" was received; then with which exit code to end.
  [[nodiscard]] bool ended() const { return ended_; }
  /// 0 if "shutdown" came before "exit", else 1, as LSP asks for.
  [[nodiscard]] int exit_code() const { return shut_down_ ? 0 : 1; }

 private:
  // Requests and notifications of the session (server.cpp).
  void dispatch(const base::Json& message);
  void request(const base::Json& message, const std::string& method);
  void notification(const base::Json& message, const std::string& method);
  [[nodiscard]] base::Json initialize(const base::Json& params);
  void open(const base::Json& params);
  void change(const base::Json& params);
  void close(const base::Json& params);
  /// The answer to a request about a document.
  [[nodiscard]] base::Json answer(const std::string& method,
                                  const base::Json& params);
  [[nodiscard]] base::Json code_lenses(const Document& document);
  void publish(Document& document);

  void reply(const base::Json& id, base::Json result);
  void fail(const base::Json& id, std::int64_t code, const std::string& why);

  Send send_;
  std::string version_;
  Conflicts conflicts_;
  Documents documents_;
  Encoding encoding_ = Encoding::utf16;
  std::deque<base::Json> waiting_;
  /// The ids of requests that were cancelled, as JSON.
  std::set<std::string> cancelled_;
  bool initialized_ = false, shut_down_ = false, ended_ = false;
  /// The editor asks for code lenses again when it is told to.
  bool refreshes_lenses_ = false;
  std::int64_t next_id_ = 1;
};

}  // namespace catenary::lsp
