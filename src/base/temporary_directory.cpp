// SPDX-License-Identifier: Apache-2.0
/// \file
/// Temporary directories. A directory belongs to the process whose number is in
/// its name, and is locked while it is in use, because a number alone is not
/// proof: it may be given again, or belong to another container.
#include "base/temporary_directory.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/error.h"
#include "base/worker.h"

namespace catenary::base {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "catenary-";
constexpr std::size_t kRandomCharacters = 6;

/// For flock(2). O_NOFOLLOW: a link planted by another user is not followed.
int open_directory(const fs::path& path) {
  return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// The process of "catenary-PID-XXXXXX"; 0 where the name is another one.
pid_t owner_in(std::string_view name) {
  if (!name.starts_with(kPrefix)) return 0;
  name.remove_prefix(kPrefix.size());
  pid_t pid = 0;
  const auto [end, fault] =
      std::from_chars(name.data(), name.data() + name.size(), pid);
  if (fault != std::errc() || pid <= 0) return 0;
  name.remove_prefix(static_cast<std::size_t>(end - name.data()));
  const bool ours =
      name.starts_with('-') && name.size() == kRandomCharacters + 1;
  return ours ? pid : 0;
}

/// Whether the directory is this user's and nobody works with it.
bool is_abandoned(const fs::path& path) {
  const int directory = open_directory(path);
  if (directory < 0) return false;
  struct stat about{};
  const bool mine =
      ::fstat(directory, &about) == 0 && about.st_uid == ::geteuid();
  // The lock is released by close() below; between that and the removal another
  // process can only be removing the directory, too.
  const bool free = mine && ::flock(directory, LOCK_EX | LOCK_NB) == 0;
  ::close(directory);
  return free;
}

}  // namespace

TemporaryDirectory::TemporaryDirectory() {
  std::error_code failed;
  const fs::path parent = fs::temp_directory_path(failed);
  if (failed) {
    const char* named = std::getenv("TMPDIR");
    throw ToolError(
        "there is no directory for temporary files" +
        (named == nullptr ? std::string()
                          : ": TMPDIR is " + std::string(named)) +
        "; expected TMPDIR to name a directory that can be written to");
  }
  remove_stale_directories(parent);
  std::string name =
      (parent / fmt::format("{}{}-XXXXXX", kPrefix, ::getpid())).string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw ToolError("cannot create a temporary directory in " +
                    parent.string() + ": " +
                    std::generic_category().message(errno));
  }
  path_ = name;
  lock_ = open_directory(path_);
  // Failure is accepted: on a file system without locks the name alone protects
  // the directory.
  if (lock_ >= 0) (void)::flock(lock_, LOCK_SH | LOCK_NB);
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  if (lock_ >= 0) ::close(lock_);
}

std::string TemporaryDirectory::write(const std::string& name,
                                      std::string_view text) const {
  constexpr mode_t kOwnerOnly = 0600;
  const std::string path = file(name);
  const int fd = ::open(
      path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kOwnerOnly);
  if (fd >= 0) ::close(fd);
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.flush();
  if (!out) throw ToolError("cannot write " + path);
  return path;
}

std::size_t remove_stale_directories(const fs::path& parent) {
  std::vector<fs::path> stale;
  // Collected first and removed then: an iterator over a directory that is
  // being changed may miss or repeat entries.
  std::error_code ignored;
  fs::directory_iterator entry(parent, ignored);
  for (; !ignored && entry != fs::directory_iterator();
       entry.increment(ignored)) {
    const pid_t owner = owner_in(entry->path().filename().native());
    if (owner == 0 || !is_gone(owner)) continue;
    if (is_abandoned(entry->path())) stale.push_back(entry->path());
  }
  std::size_t removed = 0;
  for (const fs::path& path : stale) {
    std::error_code failed;
    fs::remove_all(path, failed);
    if (!failed) ++removed;
  }
  return removed;
}

}  // namespace catenary::base
