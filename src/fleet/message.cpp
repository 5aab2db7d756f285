// SPDX-License-Identifier: Apache-2.0
#include "fleet/message.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "base/wire.h"

namespace catenary::fleet {

namespace {

using base::WireError;
using base::WireReader;
using base::WireWriter;

/// Format 1. Read with the other byte order it is another number.
constexpr std::uint32_t kTask = 0x43'54'00'01;
constexpr std::uint32_t kResult = 0x43'52'00'01;
constexpr std::size_t kCodeBytes = 64;

/// All that a result depends on.
void write_work(WireWriter& to, const TaskMessage& t) {
  to.put(t.words, t.up, t.folders);
  write(to, t.files);
  write(to, t.system);
  to.put(t.outputs);
}

std::string sealed(const WireWriter& message, const std::string& key) {
  return message.bytes() + base::hmac_sha256(key, message.bytes());
}

/// The bytes without their code, or nothing.
std::optional<std::string_view> unsealed(std::string_view bytes,
                                         const std::string& key,
                                         std::uint32_t format,
                                         std::string& why) {
  if (bytes.size() < kCodeBytes + sizeof format) {
    why = "too short for a message";
    return std::nullopt;
  }
  const std::string_view message = bytes.substr(0, bytes.size() - kCodeBytes);
  if (!base::is_same_code(base::hmac_sha256(key, message),
                          bytes.substr(message.size()))) {
    why = "not sealed with the key of this fleet";
    return std::nullopt;
  }
  WireReader from(message);
  if (from.get<std::uint32_t>() != format) {
    why = "of another format or byte order";
    return std::nullopt;
  }
  return message.substr(sizeof format);
}

/// Why a task must not be run; empty = it may be.
std::string fault_of(const TaskMessage& t) {
  if (!is_name(t.job)) return "the name of its job is malformed";
  return fault_of_work(t);
}

std::string fault_of(const ResultMessage& r) {
  if (!is_name(r.job)) return "the name of its job is malformed";
  if (!is_digest(r.task)) return "the name of its task is malformed";
  if (r.body_bytes > kMostBytes) return "it is too large";
  if (!r.body_digest.empty() && !is_digest(r.body_digest)) {
    return "a digest is malformed";
  }
  return "";
}

}  // namespace

std::string fault_of_work(const TaskMessage& t) {
  if (t.words.empty() || t.words.size() > kMostWords) {
    return "it has no words, or too many";
  }
  if (t.files.size() > kMostFiles || t.system.size() > kMostFiles ||
      t.folders.size() > kMostFiles || t.outputs.size() > kMostFiles) {
    return "it has too many files";
  }
  if (t.up > kMostUp) return "it is too deep";
  if (t.body_bytes > kMostBytes) return "it is too large";
  if (!t.body_digest.empty() && !is_digest(t.body_digest)) {
    return "a digest is malformed";
  }
  for (const FileDigest& f : t.files) {
    if (!is_inside(f.path, t.up)) return "a file would be outside its folder";
    if (!is_digest(f.digest)) return "a digest is malformed";
  }
  for (const std::vector<std::string>* list : {&t.folders, &t.outputs}) {
    for (const std::string& path : *list) {
      if (!is_inside(path, t.up)) return "a file would be outside its folder";
    }
  }
  for (const FileDigest& f : t.system) {
    if (!f.path.starts_with("/usr/") || f.path.find("..") != f.path.npos) {
      return "a file of the system is not below /usr";
    }
  }
  return "";
}

void write(WireWriter& to, const std::vector<FileDigest>& files) {
  to.put(std::uint64_t{files.size()});
  for (const FileDigest& f : files) to.put(f.path, f.digest);
}

void read(WireReader& from, std::vector<FileDigest>& files) {
  for (std::size_t left = from.get_count(16); left > 0; --left) {
    FileDigest f;
    from.get(f.path, f.digest);
    files.push_back(std::move(f));
  }
}

std::string TaskMessage::id() const {
  WireWriter to;
  write_work(to, *this);
  return base::sha256(to.bytes());
}

std::vector<std::string_view> chunks_of(std::string_view body,
                                        std::size_t most) {
  std::vector<std::string_view> out;
  while (!body.empty()) {
    out.push_back(body.substr(0, most));
    body.remove_prefix(out.back().size());
  }
  return out;
}

std::string seal(const TaskMessage& task, const std::string& key) {
  WireWriter to;
  to.put(kTask, task.job);
  write_work(to, task);
  to.put(task.time_ms, task.body, task.body_digest, task.body_bytes);
  return sealed(to, key);
}

std::string seal(const ResultMessage& r, const std::string& key) {
  WireWriter to;
  to.put(kResult, r.job, r.task, r.worker, r.kind, r.code, r.partial, r.count);
  to.put(r.message, r.seconds, r.body, r.body_digest, r.body_bytes);
  return sealed(to, key);
}

std::optional<TaskMessage> open_task(std::string_view bytes,
                                     const std::string& key,
                                     std::string& why) {
  const auto message = unsealed(bytes, key, kTask, why);
  if (!message) return std::nullopt;
  TaskMessage out;
  try {
    WireReader from(*message);
    from.get(out.job, out.words, out.up, out.folders);
    read(from, out.files);
    read(from, out.system);
    from.get(out.outputs, out.time_ms);
    from.get(out.body, out.body_digest, out.body_bytes);
    if (!from.at_end()) WireReader::fail();
  } catch (const WireError&) {
    why = "malformed";
    return std::nullopt;
  }
  why = fault_of(out);
  if (!why.empty()) return std::nullopt;
  return out;
}

std::optional<ResultMessage> open_result(std::string_view bytes,
                                         const std::string& key,
                                         std::string& why) {
  const auto message = unsealed(bytes, key, kResult, why);
  if (!message) return std::nullopt;
  ResultMessage r;
  try {
    WireReader from(*message);
    from.get(r.job, r.task, r.worker);
    r.kind = from.get_enum(ResultMessage::Kind::refused);
    from.get(r.code, r.partial, r.count, r.message, r.seconds);
    from.get(r.body, r.body_digest, r.body_bytes);
    if (!from.at_end()) WireReader::fail();
  } catch (const WireError&) {
    why = "malformed";
    return std::nullopt;
  }
  why = fault_of(r);
  if (!why.empty()) return std::nullopt;
  return r;
}

std::string write_contents(const std::vector<std::string>& contents) {
  WireWriter to;
  to.put(contents);
  return to.bytes();
}

std::optional<std::vector<std::string>> read_contents(
    std::string_view bytes, const std::vector<FileDigest>& files) {
  try {
    WireReader from(bytes);
    auto out = from.get<std::vector<std::string>>();
    if (!from.at_end() || out.size() != files.size()) return std::nullopt;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (base::sha256(out[i]) != files[i].digest) return std::nullopt;
    }
    return out;
  } catch (const WireError&) {
    return std::nullopt;
  }
}

std::string write_body(const ResultBody& body) {
  WireWriter to;
  to.put(body.out, body.err);
  write(to, body.files);
  to.put(body.contents);
  return to.bytes();
}

std::optional<ResultBody> read_body(std::string_view bytes) {
  try {
    WireReader from(bytes);
    ResultBody out;
    from.get(out.out, out.err);
    read(from, out.files);
    from.get(out.contents);
    if (!from.at_end() || out.contents.size() != out.files.size()) {
      return std::nullopt;
    }
    for (std::size_t i = 0; i < out.files.size(); ++i) {
      if (base::sha256(out.contents[i]) != out.files[i].digest) {
        return std::nullopt;
      }
    }
    return out;
  } catch (const WireError&) {
    return std::nullopt;
  }
}

bool is_inside(std::string_view path, std::uint32_t up) {
  constexpr std::size_t kMostLength = 4000;
  if (path.empty() || path.size() > kMostLength || path.front() == '/') {
    return false;
  }
  if (std::ranges::any_of(path, [](char c) {
        return static_cast<unsigned char>(c) < 32 || c == 127;
      })) {
    return false;
  }
  while (path == ".." || path.starts_with("../")) {
    if (up == 0) return false;
    --up;
    path.remove_prefix(std::min<std::size_t>(3, path.size()));
  }
  while (!path.empty()) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (name.empty() || name == "." || name == ".." || name.size() > 255) {
      return false;
    }
    if (slash == path.npos) return true;
    path.remove_prefix(slash + 1);
  }
  return false;  // only "..", or a slash at the end
}

bool is_digest(std::string_view text) {
  return text.size() == 64 && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                  (c >= 'A' && c <= 'Z');
         });
}

}  // namespace catenary::fleet
