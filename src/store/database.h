// SPDX-License-Identifier: Apache-2.0
/// \file
/// A SQLite file of ours: opened or created, statements, transactions. The
/// door to sqlite3.h; nobody outside of store/ needs this header.
///
/// Files are in WAL mode with synchronous=FULL: what commit() returned from
/// survives kill -9 and power loss, and a torn tail of the log is dropped as a
/// whole transaction. Several processes may use one file at once.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace catenary::store {

/// A file of ours could not be used. Callers that can do without it catch this
/// and go on; else it ends the command as a fault of the environment.
class StoreError : public base::ToolError {
 public:
  enum class Kind : std::uint8_t {
    foreign,    ///< a file of another program, or of a newer Catenary
    damaged,    ///< its content is not what was written
    locked,     ///< another process did not let go of it in time
    read_only,  ///< it, or its folder, may not be written
    full,       ///< the disk is full, or the file may not grow
    unusable    ///< anything else: a directory, an I/O error
  };
  StoreError(Kind kind, const std::string& message)
      : ToolError(message), kind_(kind) {}
  [[nodiscard]] Kind kind() const { return kind_; }

 private:
  Kind kind_;
};

class Database;

/// A prepared statement. Parameters and columns count from 0.
class Statement {
 public:
  /// The database must outlive it. Requires: `sql` is correct (checked).
  Statement(const Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  /// The bytes must live until the statement is destroyed.
  Statement& bind(int parameter, std::string_view bytes);
  Statement& bind(int parameter, std::int64_t number);
  /// Whether there is another row. Throws StoreError.
  [[nodiscard]] bool step();
  /// Runs a statement without rows to its end. Throws StoreError.
  void run();
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] std::int64_t number(int column) const;

 private:
  const Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

/// What a file is for: it is refused for another purpose.
struct Schema {
  /// The number that marks such files (PRAGMA application_id); not 0.
  std::int32_t application_id;
  /// Of the tables (PRAGMA user_version), from 1. Another one is foreign.
  std::int32_t version;
  /// For messages, e.g. "a store of results".
  const char* what;
  /// Statements that create the tables of an empty file.
  const char* tables;
};

/// An open file. For one thread, and not for a process forked later: SQLite
/// forbids to carry a connection over a fork.
class Database {
 public:
  /// Opens the file, and creates it and its folder where they are missing.
  /// Waits up to ten seconds for other processes. Throws StoreError.
  Database(std::string path, const Schema& schema);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  /// Runs a statement without parameters and rows. Throws StoreError.
  void run(std::string_view sql) const;
  /// The first number that a statement gives.
  [[nodiscard]] std::int64_t number(std::string_view sql) const;
  /// Throws the StoreError that SQLite's last error is.
  [[noreturn]] void fail() const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  friend class Statement;
  void open();
  void create_or_check(const Schema& schema);
  /// The same, again where another process has the file, for some time.
  void create_patiently(const Schema& schema);

  std::string path_;
  sqlite3* handle_ = nullptr;
};

/// A transaction that changes something: all of it, or nothing.
class Transaction {
 public:
  /// Waits for other writers. Throws StoreError.
  explicit Transaction(const Database& database);
  /// Undoes what was not committed.
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  /// What was written is on the disk when this returns. Throws StoreError.
  void commit();

 private:
  const Database& database_;
  bool open_ = true;
};

}  // namespace catenary::store
