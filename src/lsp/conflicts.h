// SPDX-License-Identifier: Apache-2.0
/// \file
/// The consistency of requirements, found by `catenary check` in a child
/// process while typing goes on.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/background_process.h"
#include "base/temporary_directory.h"

namespace catenary::lsp {

/// What a check found, as people read it.
struct ConflictResult {
  /// The SHA-256 of the text that was checked.
  std::string digest;
  /// What holds for all requirements, e.g. "consistent (unbounded)".
  std::string all;
  /// For a requirement what holds for it, e.g. "conflict with R3".
  std::map<std::string, std::string> of;
};

/// What the JSON of `catenary check` says; nothing if it is no such document.
[[nodiscard]] std::optional<ConflictResult> conflicts_in(
    const std::string& json, const std::string& digest);

/// Checks documents, one after the other, each in a child process.
class Conflicts {
 public:
  /// `program`: the path of catenary; empty = nothing is checked.
  explicit Conflicts(std::string program) : program_(std::move(program)) {}

  [[nodiscard]] bool enabled() const { return !program_.empty(); }
  /// The result for the text of a document; null if there is none yet. Then a
  /// check of it is begun, or waits for others.
  [[nodiscard]] const ConflictResult* result(const std::string& uri,
                                             const std::string& text);
  /// Ends what is going on about a document, whose text has changed.
  void cancel(const std::string& uri);
  /// Forgets a document that was closed.
  void forget(const std::string& uri);
  /// Takes the result of a child that has ended, and begins the next check.
  /// Returns whether there is a new result. Does not wait.
  [[nodiscard]] bool poll();
  /// Becomes readable when the child ends; -1 if none runs.
  [[nodiscard]] int end_fd();

 private:
  struct Job {
    std::string uri, text, digest;
  };
  void begin();

  std::string program_;
  std::vector<Job> waiting_;
  std::optional<Job> running_;
  std::unique_ptr<base::TemporaryDirectory> folder_;
  std::unique_ptr<base::BackgroundProcess> child_;
  /// By URI; the result may be of an older text.
  std::map<std::string, ConflictResult> results_;
};

}  // namespace catenary::lsp
