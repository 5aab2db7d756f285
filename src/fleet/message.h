// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages between the coordinator of a fleet and its workers.
///
/// A message is written by base/wire.h, begins with a number that tells format
/// and byte order, and is sealed with a code (HMAC-SHA-256) that only holders
/// of the fleet's key can make. Whoever may only use the broker cannot make a
/// worker accept a task, nor a coordinator accept a result; a message that is
/// read here is checked before anything in it is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/wire.h"

namespace catenary::fleet {

/// The most deliveries of a task. A worker that gets it once more answers that
/// the task is dead, and does not run it.
inline constexpr std::uint64_t kMostDeliveries = 3;
/// Limits of a task; what is larger is refused on both sides.
inline constexpr std::size_t kMostWords = 1000;
inline constexpr std::size_t kMostFiles = 20'000;
inline constexpr std::size_t kMostBytes = std::size_t{256} << 20;
/// Larger bodies of tasks, of which many are in the queue at a time, are not in
/// the message.
inline constexpr std::size_t kMostInline = std::size_t{128} << 10;
/// The most leading ".." of a path in a task.
inline constexpr std::uint32_t kMostUp = 16;

/// A file of a task, by its content.
struct FileDigest {
  std::string path;
  std::string digest;  ///< SHA-256 in hexadecimal; empty = must not exist
};

/// Lists of files in messages, here and of app/fleet (base/wire.h).
void write(base::WireWriter& to, const std::vector<FileDigest>& files);
void read(base::WireReader& from, std::vector<FileDigest>& files);

/// What a worker is to do.
struct TaskMessage {
  /// Whose task it is: the result goes there, and holds nowhere else.
  std::string job;
  /// The command and its options.
  std::vector<std::string> words;
  /// Paths may begin with so many "..": the command runs so many folders below
  /// the worker's temporary folder.
  std::uint32_t up = 0;
  std::vector<std::string> folders;  ///< that have to exist
  std::vector<FileDigest> files;     ///< what is in the body, in this order
  /// Files below /usr that the worker has to have as the coordinator has them.
  std::vector<FileDigest> system;
  std::vector<std::string> outputs;  ///< files that are sent back
  std::int64_t time_ms = 0;          ///< hard limit; 0 = none
  /// Contents of `files`, by Contents; or the digest of what holds them.
  std::string body, body_digest;
  std::uint64_t body_bytes = 0;

  /// Names the task by all that its result depends on: not by job and time.
  [[nodiscard]] std::string id() const;
};

/// What became of it.
struct ResultMessage {
  enum class Kind : std::uint8_t {
    ended,   ///< the process ended; see `code`
    crash,   ///< it was killed by a signal, or a limit: see `message`
    dead,    ///< it was delivered too often, and no worker survived it
    refused  ///< a worker cannot run it here: see `message`
  };
  std::string job, task;  ///< TaskMessage::job and id()
  std::string worker;     ///< for messages
  Kind kind = Kind::ended;
  std::int32_t code = 0;
  bool partial = false;     ///< a limit was met
  std::uint64_t count = 0;  ///< of deliveries, where it is dead
  std::string message;
  double seconds = 0;
  /// By ResultBody; or the digest of what holds it.
  std::string body, body_digest;
  std::uint64_t body_bytes = 0;
};

/// What the process wrote.
struct ResultBody {
  std::string out, err;
  std::vector<FileDigest> files;      ///< outputs that exist afterwards
  std::vector<std::string> contents;  ///< of `files`
};

/// A part of a large body.
[[nodiscard]] std::vector<std::string_view> chunks_of(std::string_view body,
                                                      std::size_t most);

/// Which rule of this header the work of the task breaks, so that workers would
/// refuse it; empty = none. Of its job nothing is asked.
[[nodiscard]] std::string fault_of_work(const TaskMessage& task);

/// The sealed bytes.
[[nodiscard]] std::string seal(const TaskMessage& task, const std::string& key);
[[nodiscard]] std::string seal(const ResultMessage& result,
                               const std::string& key);
/// The message in the bytes; nothing, and the reason, if they are no message of
/// this key, or one that breaks a rule of this header.
[[nodiscard]] std::optional<TaskMessage> open_task(std::string_view bytes,
                                                   const std::string& key,
                                                   std::string& why);
[[nodiscard]] std::optional<ResultMessage> open_result(std::string_view bytes,
                                                       const std::string& key,
                                                       std::string& why);

/// Bodies; nothing if the bytes are none, or disagree with their digests.
[[nodiscard]] std::string write_contents(
    const std::vector<std::string>& contents);
[[nodiscard]] std::optional<std::vector<std::string>> read_contents(
    std::string_view bytes, const std::vector<FileDigest>& files);
[[nodiscard]] std::string write_body(const ResultBody& body);
[[nodiscard]] std::optional<ResultBody> read_body(std::string_view bytes);

/// Whether a path stays in the folder of the task: relative, at most `up`
/// leading "..", then names that are neither "." nor "..", no control
/// characters.
[[nodiscard]] bool is_inside(std::string_view path, std::uint32_t up);
/// Whether it is 64 lower-case hexadecimal digits.
[[nodiscard]] bool is_digest(std::string_view text);
/// Whether it can be a part of a subject: letters and digits, at most 64.
[[nodiscard]] bool is_name(std::string_view text);

}  // namespace catenary::fleet
