// SPDX-License-Identifier: Apache-2.0
#include "store/journal_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include "base/sha256.h"

namespace catenary::store {

namespace {

constexpr const char* kTables =
    "CREATE TABLE item ("
    "  name BLOB PRIMARY KEY NOT NULL,"
    "  body BLOB NOT NULL,"
    "  digest BLOB NOT NULL) WITHOUT ROWID;";
constexpr Schema kCommand{0x43'41'54'4A,  // "CATJ"
                          1,
                          "a journal",
                          kTables};
constexpr Schema kFleet{0x43'41'54'46,  // "CATF"
                        2,
                        "a journal of tasks",
                        kTables};

/// Of name and body, so that the body of one item cannot stand in another.
std::string digest_of_item(const std::string& name, const std::string& body) {
  return base::sha256(std::to_string(name.size()) + ":" + name + body);
}

}  // namespace

JournalStore::JournalStore(const std::string& path, Kind kind)
    : database_(path, kind == Kind::fleet ? kFleet : kCommand) {}

std::optional<std::string> JournalStore::find(const std::string& name) const {
  Statement rows(database_, "SELECT body, digest FROM item WHERE name = ?");
  rows.bind(0, name);
  if (!rows.step()) return std::nullopt;
  std::string body = rows.text(0);
  if (digest_of_item(name, body) != rows.text(1)) return std::nullopt;
  return body;
}

void JournalStore::put(const std::map<std::string, std::string>& items) const {
  Transaction all(database_);
  write(items);
  all.commit();
}

void JournalStore::replace(
    const std::map<std::string, std::string>& items) const {
  Transaction all(database_);
  database_.run("DELETE FROM item");
  write(items);
  all.commit();
}

void JournalStore::write(
    const std::map<std::string, std::string>& items) const {
  for (const auto& [name, body] : items) {
    const std::string digest = digest_of_item(name, body);
    Statement(database_,
              "INSERT OR REPLACE INTO item (name, body, digest) VALUES "
              "(?, ?, ?)")
        .bind(0, name)
        .bind(1, body)
        .bind(2, digest)
        .run();
  }
}

std::int64_t JournalStore::size() const {
  return database_.number("SELECT count(*) FROM item");
}

JournalLock::JournalLock(const std::string& path, File file) {
  using Kind = StoreError::Kind;
  // Kept open until SQLite has closed the file: closing it before would drop
  // the locks of SQLite.
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW |
                    (file == File::is_new ? O_CREAT | O_EXCL : 0);
  fd_ = ::open(path.c_str(), flags, 0666);
  if (fd_ < 0) {
    throw StoreError(errno == EEXIST ? Kind::locked : Kind::unusable,
                     path + ": " + std::strerror(errno));
  }
  constexpr int kTries = 60;
  constexpr std::chrono::milliseconds kPause{50};
  for (int i = 0; ::flock(fd_, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (i == kTries) {
      ::close(fd_);
      throw StoreError(Kind::locked,
                       path + " is the journal of a command that works");
    }
    std::this_thread::sleep_for(kPause);
  }
}

JournalLock::~JournalLock() {
  ::close(fd_);
}

void remove_journal(const std::string& path) {
  if (!std::filesystem::exists(path)) return;
  const JournalLock lock(path, JournalLock::File::is_there);
  // Throws for a file that is none.
  (void)JournalStore(path).size();
  // The files of SQLite beside it first: without them it would be of an
  // earlier state.
  for (const char* ending : {"-wal", "-shm", ""}) {
    std::error_code ignored;
    std::filesystem::remove(path + ending, ignored);
  }
}

}  // namespace catenary::store
