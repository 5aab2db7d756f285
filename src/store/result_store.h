// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of computations in a file, by the digest of what was asked.
///
/// What was asked is not all that a result depends on: it also depends on files
/// that are known only once it was computed, such as the headers of a program.
/// So a key has several results, each with a description of its inputs, and the
/// caller decides which of them still holds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "store/database.h"

namespace catenary::store {

/// The version of SQLite, e.g. "3.40.1".
[[nodiscard]] std::string sqlite_version();

/// A result and the inputs that it holds for. Both are bytes of the caller.
struct StoredResult {
  std::string inputs;
  std::string body;
};

/// An open store. For one thread; see Database. Several processes may use one
/// file at once: each sees what others have put.
class ResultStore {
 public:
  /// Results of one key that are kept, the newest.
  static constexpr int kMostOfAKey = 8;

  /// Opens or creates the file. Throws StoreError, as all functions do.
  explicit ResultStore(const std::string& path);

  /// The results of a key, the newest first. One whose bytes are not those that
  /// were put, because the disk failed or somebody changed them, is left out.
  [[nodiscard]] std::vector<StoredResult> find(const std::string& key) const;
  /// Keeps a result. It replaces one of the same key and inputs. It is on the
  /// disk when this returns.
  void put(const std::string& key, const StoredResult& result) const;
  /// Drops the oldest results until the rest has at most so many bytes.
  void trim(std::int64_t most_bytes) const;
  /// The number of results.
  [[nodiscard]] std::int64_t size() const;

 private:
  Database database_;
};

}  // namespace catenary::store
