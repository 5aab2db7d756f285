// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading and writing of whole files.
///
/// A file is replaced atomically: the new content is written to an unnamed file
/// (O_TMPFILE) or, where that is not supported, to a temporary file beside the
/// target, is brought onto the disk by fsync(), and only then gets the target's
/// name by link() or rename().
#include "base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/inputs/input_log.h"
#include "base/journal/task_journal.h"
#include "base/text/utf8.h"
#include "base/worker.h"

namespace catenary::base {
namespace {

/// An open file descriptor, closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return fd_; }
  /// The outcome of close(2), where some file systems report a full disk.
  int close() { return fd_ < 0 ? 0 : ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

[[noreturn]] void fail_input(const std::string& path,
                             const std::string& message,
                             const char* code) {
  throw InputError(SourceLocation{path, 0, 0}, message, code);
}

std::string error_text(int error) {
  return std::generic_category().message(error);
}

/// Throws InputError for the errno of a failed open or read.
[[noreturn]] void fail_open(const std::string& path, int error) {
  switch (error) {
    case ENOENT:
    case ENOTDIR:
      fail_input(path, "no such file", "file-missing");
    case EACCES:
    case EPERM:
      fail_input(path, "permission to read it was denied", "file-unreadable");
    default:
      fail_input(
          path, "cannot be read: " + error_text(error), "file-unreadable");
  }
}

/// False where a pipe or device has nothing to read after `patience_ms`.
bool await_data(int file, int patience_ms) {
  struct pollfd about{file, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&about, 1, patience_ms);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

}  // namespace

std::string read_file(const std::string& path,
                      std::uint64_t max_bytes,
                      std::chrono::milliseconds patience) {
  note_input_file(path);
  // Opening a pipe waits for a writer, perhaps for ever: not with O_NONBLOCK.
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail_open(path, errno);
  struct stat about{};
  if (::fstat(file.get(), &about) != 0) fail_open(path, errno);
  if (S_ISDIR(about.st_mode)) {
    fail_input(path, "is a directory, expected a file", "file-is-directory");
  }
  constexpr int kMorePatience = 6;  // with who writes
  const int wait = static_cast<int>(patience.count());
  // `silent`: nobody has written yet. A pipe that never had a writer reads as
  // an end of file at once, which must not be taken for an empty file.
  bool silent = !S_ISREG(about.st_mode) && !await_data(file.get(), wait);
  const auto fail_size = [&] {
    fail_input(path,
               fmt::format("too large: expected at most {} bytes", max_bytes),
               "file-too-large");
  };
  const auto size =
      S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
  // The size of a regular file is known before a byte is read. It may still
  // grow, which the check in the loop notices.
  if (size > max_bytes) fail_size();
  std::string content;
  content.reserve(size);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) {  // somebody may yet write
      silent = false;
      if (await_data(file.get(), kMorePatience * wait)) continue;
      fail_input(path,
                 fmt::format("nothing came through this pipe for {} s, "
                             "expected a file",
                             kMorePatience * patience.count() / 1000),
                 "file-silent");
    }
    if (n < 0) fail_open(path, errno);
    if (n == 0 && silent) {  // the end, without ever having had a writer
      fail_input(
          path, "nobody writes to this pipe, expected a file", "file-silent");
    }
    if (n == 0) return content;
    const auto count = static_cast<std::size_t>(n);
    // content.size() <= max_bytes holds here, so that the difference does not
    // wrap.
    if (count > max_bytes - content.size()) fail_size();
    content.append(buffer, count);
  }
}

void require_text(std::string_view content, const std::string& path) {
  SourceLocation where{path, 1, 1};
  for (std::size_t at = 0; at < content.size();) {
    const char c = content[at];
    const std::size_t length = c == 0 ? 0 : utf8_length(content.substr(at));
    if (length == 0) {
      throw InputError(
          where,
          fmt::format("not a text file: byte 0x{:02x} at offset {}, "
                      "expected UTF-8",
                      static_cast<unsigned char>(c),
                      at),
          "file-binary");
    }
    if (c == '\n') {
      ++where.line;
      where.column = 1;
    } else {
      ++where.column;
    }
    at += length;
  }
}

std::string read_text_file(const std::string& path, std::uint64_t max_bytes) {
  std::string content = read_file(path, max_bytes);
  require_text(content, path);
  return content;
}

namespace {

/// How a path will be written.
struct Target {
  std::string path;     ///< after following symbolic links
  bool direct = false;  ///< a device or pipe: no temporary file
  bool exists = false;
  mode_t mode = 0;  ///< permissions to keep, where it exists
};

/// The directory of a path, "." for a bare name.
std::string directory_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

/// Resolves symbolic links and checks what can be checked before writing;
/// throws as write_file() documents.
Target find_target(const std::string& path, Overwrite overwrite) {
  if (path.empty()) {
    throw InputError({}, "expected the name of a file to write", "file-name");
  }
  Target target{path};
  struct stat about{};
  const bool there = ::lstat(path.c_str(), &about) == 0;
  const bool is_link = there && S_ISLNK(about.st_mode);
  const bool resolves = there && ::stat(path.c_str(), &about) == 0;
  if (resolves && S_ISDIR(about.st_mode)) {
    fail_input(path, "is a directory, expected a file", "file-is-directory");
  }
  if (resolves && !S_ISREG(about.st_mode)) {
    target.direct = true;
    return target;
  }
  if (there && overwrite == Overwrite::no) {
    fail_input(
        path, "exists already; use --force to overwrite it", "file-exists");
  }
  // The link stays, its target is replaced: the rename must go to the target's
  // directory.
  if (is_link) {
    std::error_code failed;
    target.path = std::filesystem::weakly_canonical(path, failed).string();
    if (failed) {
      fail_input(path, "a symbolic link that leads nowhere", "file-link");
    }
  }
  target.exists = resolves;
  target.mode = resolves ? about.st_mode & 07777 : 0;
  const std::string directory = directory_of(target.path);
  if (::stat(directory.c_str(), &about) != 0 || !S_ISDIR(about.st_mode)) {
    fail_input(
        path,
        "cannot be written: the directory " + directory + " does not exist",
        "directory-missing");
  }
  if (::access(directory.c_str(), W_OK | X_OK) != 0) {
    fail_input(path,
               "cannot be written: permission to write in " + directory +
                   " was denied",
               "file-unwritable");
  }
  return target;
}

/// False, with errno set, where not everything could be written.
bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

[[noreturn]] void fail_write(const std::string& path, int error) {
  throw ToolError(path + ": cannot be written: " + error_text(error));
}

/// Gives a finished file its name; 0 or an errno. `from` is a path to it that
/// may be a link of /proc, which linkat() follows.
int publish(const std::string& from, const Target& to, Overwrite overwrite) {
  // A hard link fails where the name was taken meanwhile.
  if (::linkat(AT_FDCWD,
               from.c_str(),
               AT_FDCWD,
               to.path.c_str(),
               AT_SYMLINK_FOLLOW) == 0) {
    return 0;
  }
  // EAGAIN tells the caller to use a rename, which replaces an existing file. A
  // rename comes second because link() is the only call that never overwrites.
  return overwrite == Overwrite::yes && errno == EEXIST ? EAGAIN : errno;
}

/// The form of our temporary names: PATH.PID-ATTEMPT.tmp.
std::string temporary_name(const std::string& path, int attempt) {
  return fmt::format("{}.{}-{}.tmp", path, ::getpid(), attempt);
}

/// Removes what writers of `path` left that were killed: files that have a name
/// of ours, and whose process is gone and holds no lock on them. Faults are
/// ignored.
void remove_stale(const std::string& path) {
  namespace fs = std::filesystem;
  const std::string prefix = fs::path(path).filename().string() + ".";
  std::error_code failed;
  fs::directory_iterator entry(directory_of(path), failed);
  for (; !failed && entry != fs::directory_iterator();
       entry.increment(failed)) {
    const std::string name = entry->path().filename().string();
    int pid = 0;
    int attempt = 0;
    // Only names that this code makes, of processes that are gone: a file of
    // the user's that ends with ".tmp" is not touched.
    int end = 0;
    if (!name.starts_with(prefix) ||
        std::sscanf(name.c_str() + prefix.size(),
                    "%9d-%9d.tmp%n",
                    &pid,
                    &attempt,
                    &end) != 2 ||
        pid <= 0 ||
        prefix.size() + static_cast<std::size_t>(end) != name.size() ||
        !is_gone(pid)) {
      continue;
    }
    const std::string stale = entry->path().string();
    const Descriptor file(
        ::open(stale.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    struct stat about{};
    if (file.get() >= 0 && ::fstat(file.get(), &about) == 0 &&
        S_ISREG(about.st_mode) && about.st_uid == ::geteuid() &&
        ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
      ::unlink(stale.c_str());
    }
  }
}

/// Creates a file with a name of its own beside `path`, locked; its name is put
/// into `name`. -1, with errno set, on failure.
int create_beside(const std::string& path, std::string& name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = temporary_name(path, attempt);
    const int fd =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    // The lock tells remove_stale() of other containers that the writer lives.
    if (fd >= 0) (void)::flock(fd, LOCK_SH | LOCK_NB);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

/// Puts the content into an open file, and it onto the disk; 0 or an errno.
int fill(Descriptor& file, std::string_view content, const Target& target) {
  const bool done =
      write_all(file.get(), content) &&
      (!target.exists || ::fchmod(file.get(), target.mode) == 0) &&
      ::fsync(file.get()) == 0;
  return done ? 0 : errno;
}

/// Writes a file that has no name until it is complete (O_TMPFILE), so that
/// nothing is left of it where we are killed. nullopt where the file system or
/// the system cannot do that; else 0 or an errno.
std::optional<int> write_unnamed(const Target& target,
                                 std::string_view content,
                                 Overwrite overwrite) {
  Descriptor file(::open(directory_of(target.path).c_str(),
                         O_WRONLY | O_TMPFILE | O_CLOEXEC,
                         0666));
  const std::string link = fmt::format("/proc/self/fd/{}", file.get());
  // Without /proc an unnamed file cannot be linked.
  if (file.get() < 0 || ::access(link.c_str(), F_OK) != 0) return std::nullopt;
  if (const int error = fill(file, content, target)) return error;
  int error = publish(link, target, overwrite);
  // The file system, or the container's /proc, does not allow to link it.
  if (error == ENOENT || error == EXDEV) return std::nullopt;
  // An existing file is replaced by a rename, which needs a name for a moment.
  for (int attempt = 0; error == EAGAIN && attempt < 1000; ++attempt) {
    const Target beside{temporary_name(target.path, attempt)};
    if (publish(link, beside, Overwrite::no) != 0) continue;
    error = ::rename(beside.path.c_str(), target.path.c_str()) == 0 ? 0 : errno;
    if (error != 0) ::unlink(beside.path.c_str());
  }
  return error;
}

/// As write_unnamed(), through a file beside the target; 0 or an errno.
int write_named(const Target& target,
                std::string_view content,
                Overwrite overwrite) {
  std::string temporary;
  Descriptor file(create_beside(target.path, temporary));
  if (file.get() < 0) return errno;
  int error = fill(file, content, target);
  if (error == 0 && file.close() != 0) error = errno;
  if (error == 0 && overwrite == Overwrite::no) {
    error = publish(temporary, target, overwrite);
    if (error == 0) {
      ::unlink(temporary.c_str());
      return 0;
    }
    // File systems without hard links get the rename.
    if (error != EPERM && error != EOPNOTSUPP && error != ENOSYS) {
      ::unlink(temporary.c_str());
      return error;
    }
    error = 0;
  }
  if (error == 0 && ::rename(temporary.c_str(), target.path.c_str()) != 0) {
    error = errno;
  }
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

/// Writes by the better of the two ways that works; 0 or an errno.
int write_target(const Target& target,
                 std::string_view content,
                 Overwrite overwrite) {
  const std::optional<int> error = write_unnamed(target, content, overwrite);
  return error ? *error : write_named(target, content, overwrite);
}

/// Writes the content to another directory, under a name that is free: of
/// TMPDIR or /tmp, the current directory, and HOME the first that takes it.
/// The path; empty where none does.
std::string rescue(const Target& lost, std::string_view content) {
  namespace fs = std::filesystem;
  std::vector<std::string> places;
  const char* temporary = std::getenv("TMPDIR");
  places.emplace_back(temporary != nullptr && *temporary != 0 ? temporary
                                                              : "/tmp");
  std::error_code failed;
  places.push_back(fs::current_path(failed).string());
  if (const char* home = std::getenv("HOME")) places.emplace_back(home);
  const std::string name = fs::path(lost.path).filename().string();
  for (const std::string& place : places) {
    for (int attempt = 0; !place.empty() && attempt < 100; ++attempt) {
      const std::string path =
          (fs::path(place) /
           fmt::format("catenary-{}-{}-{}", ::getpid(), attempt, name))
              .string();
      const int error = write_target({path}, content, Overwrite::no);
      if (error == 0) return path;
      // Only a name that is taken is worth another attempt in this directory.
      if (error != EEXIST) break;
    }
  }
  return "";
}

}  // namespace

void write_file(const std::string& path,
                std::string_view content,
                Overwrite overwrite) {
  const Target target = find_target(path, overwrite);
  if (target.direct) {
    // Without O_NONBLOCK, opening a pipe waits for somebody who reads it.
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0 && errno == ENXIO) {
      fail_input(
          path, "nobody reads from this pipe, expected a file", "file-silent");
    }
    if (file.get() < 0) fail_write(path, errno);
    // The pipe has a reader now; further writes may block until it catches up.
    (void)::fcntl(file.get(), F_SETFL, O_WRONLY);
    if (!write_all(file.get(), content)) fail_write(path, errno);
    return;
  }
  remove_stale(target.path);
  if (TaskJournal* const journal = task_journal()) {
    journal->will_write(path, content);
  }
  const int error = write_target(target, content, overwrite);
  if (error == 0) return;
  if (error == EEXIST) {
    fail_input(
        path, "exists already; use --force to overwrite it", "file-exists");
  }
  const std::string elsewhere = rescue(target, content);
  if (elsewhere.empty()) fail_write(path, error);
  throw ToolError(path + ": cannot be written: " + error_text(error) +
                  "; the content was written to " + elsewhere + " instead");
}

void check_can_write(const std::string& path, Overwrite overwrite) {
  static_cast<void>(find_target(path, overwrite));
}

bool is_same_file(const std::string& a, const std::string& b) {
  struct stat one{};
  struct stat other{};
  if (::stat(a.c_str(), &one) == 0 && ::stat(b.c_str(), &other) == 0) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
  }
  // At least one does not exist yet. Resolve as much of both paths as exists.
  std::error_code failed;
  const auto full = [&failed](const std::string& path) {
    return std::filesystem::weakly_canonical(
        std::filesystem::absolute(path, failed), failed);
  };
  const std::filesystem::path first = full(a);
  return !failed && first == full(b) && !failed;
}

}  // namespace catenary::base
