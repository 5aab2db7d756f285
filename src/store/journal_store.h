// SPDX-License-Identifier: Apache-2.0
/// \file
/// A journal in a file: the results of tasks by their names, and what is known
/// about the command, or the job of a fleet, that they belong to.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "store/database.h"

namespace catenary::store {

/// An open journal. For one thread, and not after a fork; see Database.
class JournalStore {
 public:
  /// Whose journal it is. A file of one kind is not opened as the other.
  enum class Kind : std::uint8_t { command, fleet };
  /// Opens or creates the file. Throws StoreError, as all functions do.
  explicit JournalStore(const std::string& path, Kind kind = Kind::command);

  /// What put() was given; nothing if there is none, or its bytes are not those
  /// that were written.
  [[nodiscard]] std::optional<std::string> find(const std::string& name) const;
  /// Writes all of these, or none; they replace others of the same names. They
  /// are on the disk when this returns.
  void put(const std::map<std::string, std::string>& items) const;
  /// The same, and forgets all other items.
  void replace(const std::map<std::string, std::string>& items) const;
  /// The number of items.
  [[nodiscard]] std::int64_t size() const;

 private:
  void write(const std::map<std::string, std::string>& items) const;

  Database database_;
};

/// Whoever writes a journal has this, so that no other command uses the same
/// file. It does not outlive the process, nor its children.
class JournalLock {
 public:
  enum class File : std::uint8_t { is_there, is_new };
  /// Waits up to three seconds, since a process that was killed lets go when
  /// its children have ended. Throws StoreError: locked, or the file cannot be
  /// opened, or exists although it should be new.
  JournalLock(const std::string& path, File file);
  ~JournalLock();
  JournalLock(const JournalLock&) = delete;
  JournalLock& operator=(const JournalLock&) = delete;

 private:
  int fd_;
};

/// Removes a journal, if there is one. Throws StoreError for a file of another
/// kind, and where a command writes it.
void remove_journal(const std::string& path);

}  // namespace catenary::store
