// SPDX-License-Identifier: Apache-2.0
#include "store/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "base/check.h"

namespace catenary::store {

namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

/// How long another process may hold the file.
constexpr int kPatienceMs = 10'000;

/// The primary code of SQLite as one of ours.
Kind kind_of_code(int code) {
  switch (code & 0xff) {
    case SQLITE_NOTADB:
      return Kind::foreign;
    case SQLITE_CORRUPT:
    case SQLITE_FORMAT:
    case SQLITE_MISMATCH:
      return Kind::damaged;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return Kind::locked;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return Kind::read_only;
    case SQLITE_FULL:
    case SQLITE_TOOBIG:
      return Kind::full;
    default:
      return Kind::unusable;
  }
}

const char* explain(Kind kind) {
  switch (kind) {
    case Kind::foreign:
      return "is not a file of Catenary, and is left as it is";
    case Kind::damaged:
      return "is damaged; delete it to begin anew";
    case Kind::locked:
      return "is in use by another process";
    case Kind::read_only:
      return "cannot be written";
    case Kind::full:
      return "cannot grow: the disk is full, or a limit is reached";
    case Kind::unusable:
      break;
  }
  return "cannot be used";
}

[[noreturn]] void fail_with(const std::string& path,
                            Kind kind,
                            const std::string& detail) {
  throw StoreError(
      kind,
      path + " " + explain(kind) + (detail.empty() ? "" : " (" + detail + ")"));
}

}  // namespace

Statement::Statement(const Database& database, std::string_view sql)
    : database_(database) {
  const int code = ::sqlite3_prepare_v2(database.handle_,
                                        sql.data(),
                                        static_cast<int>(sql.size()),
                                        &statement_,
                                        nullptr);
  if (code != SQLITE_OK) {
    // A file whose tables were changed by somebody else gives this, too.
    if ((code & 0xff) == SQLITE_ERROR) {
      fail_with(
          database.path_, Kind::damaged, ::sqlite3_errmsg(database.handle_));
    }
    database.fail();
  }
}

Statement::~Statement() {
  ::sqlite3_finalize(statement_);
}

Statement& Statement::bind(int parameter, std::string_view bytes) {
  // An empty view may have no address, which SQLite takes for NULL.
  const char* at = bytes.data() == nullptr ? "" : bytes.data();
  if (::sqlite3_bind_blob64(
          statement_, parameter + 1, at, bytes.size(), SQLITE_STATIC) !=
      SQLITE_OK) {
    database_.fail();
  }
  return *this;
}

Statement& Statement::bind(int parameter, std::int64_t number) {
  if (::sqlite3_bind_int64(statement_, parameter + 1, number) != SQLITE_OK) {
    database_.fail();
  }
  return *this;
}

bool Statement::step() {
  const int code = ::sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  database_.fail();
}

void Statement::run() {
  while (step()) {
  }
}

std::string Statement::text(int column) const {
  const void* at = ::sqlite3_column_blob(statement_, column);
  const int size = ::sqlite3_column_bytes(statement_, column);
  if (at == nullptr || size <= 0) return "";
  return {static_cast<const char*>(at), static_cast<std::size_t>(size)};
}

std::int64_t Statement::number(int column) const {
  return ::sqlite3_column_int64(statement_, column);
}

Database::Database(std::string path, const Schema& schema)
    : path_(std::move(path)) {
  try {
    open();
    create_patiently(schema);
  } catch (...) {
    ::sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() {
  ::sqlite3_close_v2(handle_);
}

void Database::open() {
  const fs::path folder = fs::path(path_).parent_path();
  std::error_code failed;
  if (!folder.empty()) fs::create_directories(folder, failed);
  if (failed) {
    const bool refused = failed == std::errc::permission_denied ||
                         failed == std::errc::read_only_file_system;
    fail_with(path_,
              refused ? Kind::read_only : Kind::unusable,
              "its folder: " + failed.message());
  }
  if (fs::is_directory(path_, failed)) {
    fail_with(path_, Kind::unusable, "it is a directory");
  }
  if (::sqlite3_open_v2(path_.c_str(),
                        &handle_,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                        nullptr) != SQLITE_OK) {
    // Without permission the file cannot even be opened.
    const std::string detail = ::sqlite3_errmsg(handle_);
    const auto allowed = fs::status(folder.empty() ? "." : folder, failed);
    const bool refused =
        ::sqlite3_system_errno(handle_) == EACCES ||
        ::sqlite3_system_errno(handle_) == EROFS ||
        (allowed.permissions() & fs::perms::owner_write) == fs::perms::none;
    fail_with(path_, refused ? Kind::read_only : Kind::unusable, detail);
  }
  ::sqlite3_extended_result_codes(handle_, 1);
  ::sqlite3_busy_timeout(handle_, kPatienceMs);
}

void Database::create_patiently(const Schema& schema) {
  // SQLite does not wait by itself where another process changes the mode of
  // the file, recovers it or closes it.
  constexpr std::chrono::milliseconds kPause{5};
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::milliseconds(kPatienceMs);
  for (;;) {
    try {
      return create_or_check(schema);
    } catch (const StoreError& e) {
      if (e.kind() != Kind::locked || std::chrono::steady_clock::now() >= end) {
        throw;
      }
    }
    std::this_thread::sleep_for(kPause);
  }
}

void Database::create_or_check(const Schema& schema) {
  // The first look at the content: files of other programs fail here.
  const std::int64_t tables = number("SELECT count(*) FROM sqlite_master");
  if (tables == 0 && number("PRAGMA application_id") == 0) {
    // Not while another process does the same; the mode is kept in the file.
    run("PRAGMA journal_mode=WAL");
    Transaction all(*this);
    if (number("SELECT count(*) FROM sqlite_master") == 0) {
      run(schema.tables);
      run("PRAGMA application_id=" + std::to_string(schema.application_id));
      run("PRAGMA user_version=" + std::to_string(schema.version));
    }
    all.commit();
  }
  if (number("PRAGMA application_id") != schema.application_id) {
    fail_with(path_, Kind::foreign, std::string("expected ") + schema.what);
  }
  const std::int64_t version = number("PRAGMA user_version");
  if (version != schema.version) {
    fail_with(path_,
              Kind::foreign,
              std::string(schema.what) + " of version " +
                  std::to_string(version) + ", expected version " +
                  std::to_string(schema.version));
  }
  run("PRAGMA synchronous=FULL");
}

void Database::run(std::string_view sql) const {
  char* message = nullptr;
  const int code = ::sqlite3_exec(
      handle_, std::string(sql).c_str(), nullptr, nullptr, &message);
  ::sqlite3_free(message);
  if (code != SQLITE_OK) fail();
}

std::int64_t Database::number(std::string_view sql) const {
  Statement statement(*this, sql);
  if (!statement.step()) fail_with(path_, Kind::damaged, "no such number");
  return statement.number(0);
}

void Database::fail() const {
  fail_with(path_,
            kind_of_code(::sqlite3_errcode(handle_)),
            ::sqlite3_errmsg(handle_));
}

Transaction::Transaction(const Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const StoreError&) {
    // SQLite has undone it already, which it does where the disk is full.
    return;
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace catenary::store
