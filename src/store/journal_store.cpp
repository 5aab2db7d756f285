// SPDX-License-Identifier: Apache-2.0
#include "store/journal_store.h"

#include <filesystem>
#include <system_error>

#include "base/sha256.h"

namespace catenary::store {

namespace {

constexpr Schema kJournal{0x43'41'54'4A,  // "CATJ"
                          1,
                          "a journal",
                          "CREATE TABLE item ("
                          "  name BLOB PRIMARY KEY NOT NULL,"
                          "  body BLOB NOT NULL,"
                          "  digest BLOB NOT NULL) WITHOUT ROWID;"};

/// Of name and body, so that the body of one item cannot stand in another.
std::string digest_of_item(const std::string& name, const std::string& body) {
  return base::sha256(std::to_string(name.size()) + ":" + name + body);
}

}  // namespace

JournalStore::JournalStore(const std::string& path)
    : database_(path, kJournal) {}

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
  all.commit();
}

std::int64_t JournalStore::size() const {
  return database_.number("SELECT count(*) FROM item");
}

void remove_journal(const std::string& path) {
  // The files of SQLite beside it first: without them it would be of an
  // earlier state.
  for (const char* ending : {"-wal", "-shm", ""}) {
    std::error_code ignored;
    std::filesystem::remove(path + ending, ignored);
  }
}

}  // namespace catenary::store
