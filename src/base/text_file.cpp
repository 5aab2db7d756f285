// SPDX-License-Identifier: Apache-2.0
#include "base/text_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/error.h"

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

/// Length of the well-formed UTF-8 sequence at the start of `text`, 0 where
/// there is none (Unicode 15, table 3-7).
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const auto continues = [&](std::size_t i) {
    return byte(i) >= 0x80 && byte(i) <= 0xbf;
  };
  const unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    const unsigned lowest = lead == 0xe0 ? 0xa0 : 0x80;
    const unsigned highest = lead == 0xed ? 0x9f : 0xbf;
    const bool second = byte(1) >= lowest && byte(1) <= highest;
    return second && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    const unsigned lowest = lead == 0xf0 ? 0x90 : 0x80;
    const unsigned highest = lead == 0xf4 ? 0x8f : 0xbf;
    const bool second = byte(1) >= lowest && byte(1) <= highest;
    return second && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/// False where a pipe or device has nothing to read after `patience_ms`;
/// negative = for ever.
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
  // Opening a pipe waits for a writer, perhaps for ever: not with O_NONBLOCK.
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) fail_open(path, errno);
  struct stat about{};
  if (::fstat(file.get(), &about) != 0) fail_open(path, errno);
  if (S_ISDIR(about.st_mode)) {
    fail_input(path, "is a directory, expected a file", "file-is-directory");
  }
  bool silent = !S_ISREG(about.st_mode) &&
                !await_data(file.get(), static_cast<int>(patience.count()));
  const auto fail_size = [&] {
    fail_input(path,
               fmt::format("too large: expected at most {} bytes", max_bytes),
               "file-too-large");
  };
  const auto size =
      S_ISREG(about.st_mode) ? static_cast<std::uint64_t>(about.st_size) : 0;
  if (size > max_bytes) fail_size();
  std::string content;
  content.reserve(size);
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) {  // somebody may yet write, however slowly
      silent = false;
      await_data(file.get(), -1);
      continue;
    }
    if (n < 0) fail_open(path, errno);
    if (n == 0 && silent) {  // the end, without ever having had a writer
      fail_input(
          path, "nobody writes to this pipe, expected a file", "file-silent");
    }
    if (n == 0) return content;
    const auto count = static_cast<std::size_t>(n);
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

std::string directory_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

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
    fail_input(path,
               "cannot be written: there is no directory " + directory,
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

/// Moves a finished temporary file into place; 0 or an errno.
int publish(const std::string& from, const Target& to, Overwrite overwrite) {
  if (overwrite == Overwrite::yes) {
    return ::rename(from.c_str(), to.path.c_str()) == 0 ? 0 : errno;
  }
  // A hard link fails where the name was taken meanwhile; file systems
  // without hard links get the rename.
  if (::link(from.c_str(), to.path.c_str()) == 0) {
    ::unlink(from.c_str());
    return 0;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  return ::rename(from.c_str(), to.path.c_str()) == 0 ? 0 : errno;
}

/// Creates a file with a name of its own beside `path`; its name is put into
/// `name`. -1, with errno set, on failure.
int create_beside(const std::string& path, std::string& name) {
  for (int attempt = 0; attempt < 1000; ++attempt) {
    name = fmt::format("{}.{}-{}.tmp", path, ::getpid(), attempt);
    const int fd =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

}  // namespace

void write_file(const std::string& path,
                std::string_view content,
                Overwrite overwrite) {
  const Target target = find_target(path, overwrite);
  if (target.direct) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (file.get() < 0) fail_write(path, errno);
    if (!write_all(file.get(), content)) fail_write(path, errno);
    return;
  }
  std::string temporary;
  Descriptor file(create_beside(target.path, temporary));
  if (file.get() < 0) fail_write(path, errno);
  int error = 0;
  if (!write_all(file.get(), content) ||
      (target.exists && ::fchmod(file.get(), target.mode) != 0) ||
      ::fsync(file.get()) != 0 || file.close() != 0) {
    error = errno;
  } else {
    error = publish(temporary, target, overwrite);
  }
  if (error == 0) return;
  ::unlink(temporary.c_str());
  if (error == EEXIST) {
    fail_input(
        path, "exists already; use --force to overwrite it", "file-exists");
  }
  fail_write(path, error);
}

void check_can_write(const std::string& path, Overwrite overwrite) {
  static_cast<void>(find_target(path, overwrite));
}

}  // namespace catenary::base
