// SPDX-License-Identifier: Apache-2.0
#include "store/fleet_journal.h"

#include "base/sha256.h"

namespace catenary::store {

namespace {

constexpr Schema kFleetSchema{0x43'41'54'46,  // "CATF"
                              1,
                              "a journal of tasks",
                              "CREATE TABLE job (name BLOB NOT NULL);"
                              "CREATE TABLE result ("
                              "  task BLOB PRIMARY KEY,"
                              "  body BLOB NOT NULL,"
                              "  digest BLOB NOT NULL);"};

std::string code_of(const std::string& task, const std::string& body) {
  return base::sha256(std::to_string(task.size()) + ":" + task + body);
}

std::string name_in(const Database& database) {
  Statement row(database, "SELECT name FROM job");
  return row.step() ? row.text(0) : "";
}

}  // namespace

FleetJournal::FleetJournal(const std::string& path)
    : database_(path, kFleetSchema) {
  job_ = name_in(database_);
  if (job_.empty()) finish();
}

std::optional<std::string> FleetJournal::find(const std::string& task) const {
  Statement row(database_, "SELECT body, digest FROM result WHERE task = ?");
  row.bind(0, task);
  if (!row.step()) return std::nullopt;
  std::string body = row.text(0);
  if (code_of(task, body) != row.text(1)) return std::nullopt;
  return body;
}

void FleetJournal::put(const std::string& task, const std::string& body) const {
  if (find(task)) return;
  const std::string digest = code_of(task, body);
  Transaction all(database_);
  Statement(database_,
            "INSERT OR REPLACE INTO result (task, body, digest) VALUES (?, ?, "
            "?)")
      .bind(0, task)
      .bind(1, body)
      .bind(2, digest)
      .run();
  all.commit();
}

void FleetJournal::finish() {
  constexpr std::size_t kNameBytes = 12;
  const std::string name = base::random_hex(kNameBytes);
  Transaction all(database_);
  database_.run("DELETE FROM result");
  database_.run("DELETE FROM job");
  Statement(database_, "INSERT INTO job (name) VALUES (?)").bind(0, name).run();
  all.commit();
  job_ = name;
}

}  // namespace catenary::store
