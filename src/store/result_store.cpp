// SPDX-License-Identifier: Apache-2.0
#include "store/result_store.h"

#include <sqlite3.h>

#include "base/sha256.h"

namespace catenary::store {

namespace {

constexpr Schema kSchema{0x43'41'54'52,  // "CATR"
                         1,
                         "a store of results",
                         "CREATE TABLE result ("
                         "  number INTEGER PRIMARY KEY AUTOINCREMENT,"
                         "  key BLOB NOT NULL,"
                         "  inputs BLOB NOT NULL,"
                         "  body BLOB NOT NULL,"
                         "  digest BLOB NOT NULL,"
                         "  UNIQUE (key, inputs));"};

/// Of a whole row, so that bytes of one cannot stand in another.
std::string digest_of(const std::string& key, const StoredResult& result) {
  std::string all;
  for (const std::string* part : {&key, &result.inputs, &result.body}) {
    all += std::to_string(part->size()) + ":" + *part;
  }
  return base::sha256(all);
}

}  // namespace

std::string sqlite_version() {
  return ::sqlite3_libversion();
}

ResultStore::ResultStore(const std::string& path) : database_(path, kSchema) {}

std::vector<StoredResult> ResultStore::find(const std::string& key) const {
  std::vector<StoredResult> out;
  Statement rows(database_,
                 "SELECT inputs, body, digest FROM result WHERE key = ? ORDER "
                 "BY number DESC");
  rows.bind(0, key);
  while (rows.step()) {
    StoredResult found{rows.text(0), rows.text(1)};
    if (digest_of(key, found) == rows.text(2)) out.push_back(std::move(found));
  }
  return out;
}

void ResultStore::put(const std::string& key,
                      const StoredResult& result) const {
  const std::string digest = digest_of(key, result);
  Transaction all(database_);
  Statement(database_,
            "INSERT OR REPLACE INTO result (key, inputs, body, digest) VALUES "
            "(?, ?, ?, ?)")
      .bind(0, key)
      .bind(1, result.inputs)
      .bind(2, result.body)
      .bind(3, digest)
      .run();
  Statement(database_,
            "DELETE FROM result WHERE key = ?1 AND number NOT IN (SELECT "
            "number FROM result WHERE key = ?1 ORDER BY number DESC LIMIT ?2)")
      .bind(0, key)
      .bind(1, std::int64_t{kMostOfAKey})
      .run();
  all.commit();
}

void ResultStore::trim(std::int64_t most_bytes) const {
  const auto used = [this] {
    return database_.number(
        "SELECT coalesce(sum(length(inputs) + length(body)), 0) FROM result");
  };
  if (used() <= most_bytes) return;
  Transaction all(database_);
  while (used() > most_bytes) {
    database_.run(
        "DELETE FROM result WHERE number IN (SELECT number FROM result ORDER "
        "BY number LIMIT max(1, (SELECT count(*) / 8 FROM result)))");
  }
  all.commit();
}

std::int64_t ResultStore::size() const {
  return database_.number("SELECT count(*) FROM result");
}

}  // namespace catenary::store
