// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sizes are counted while a file is unpacked: what the archive declares is
/// only used to refuse early.
#include "base/archive/zip_reader.h"

#include <sys/stat.h>
#include <zip.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <unordered_map>
#include <utility>

#include "base/error.h"
#include "base/printable.h"

namespace catenary::base {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw InputError({path, 0, 0}, why, "zip");
}

std::string shown(std::string_view name) {
  constexpr std::size_t kLongest = 200;
  return "'" + printable(name.substr(0, kLongest)) + "'";
}

/// What is wrong with the name of an entry; empty if nothing is.
std::string fault_of_name(std::string_view name) {
  if (name.empty()) return "an entry without a name";
  if (name.size() > 4096) return "an entry with a name of over 4096 bytes";
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      return "the entry " + shown(name) + " with a control character";
    }
    if (c == '\\') {
      return "the entry " + shown(name) + " with a backslash; expected '/'";
    }
  }
  if (name.front() == '/' || (name.size() > 1 && name[1] == ':')) {
    return "the entry " + shown(name) + ", an absolute path";
  }
  // A directory ends with '/'.
  std::string_view rest = name;
  if (rest.back() == '/') rest.remove_suffix(1);
  while (true) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    const std::string_view part = rest.substr(0, end);
    if (part.empty() || part == "." || part == "..") {
      return "the entry " + shown(name) +
             ", which leaves the archive or is not a plain path";
    }
    if (end == rest.size()) return "";
    rest.remove_prefix(end + 1);
  }
}

/// What kind of file an entry is, where the archive was made by Unix.
bool is_special(zip_t* zip, std::uint64_t index) {
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) !=
      0) {
    return false;
  }
  if (system != ZIP_OPSYS_UNIX) return false;
  const std::uint32_t kind =
      (attributes >> 16U) & static_cast<unsigned>(S_IFMT);
  return kind != 0 && kind != S_IFREG && kind != S_IFDIR;
}

}  // namespace

struct ZipReader::Archive {
  std::string path;
  ZipLimits limits;
  zip_t* zip = nullptr;
  std::vector<ZipEntry> entries;
  std::unordered_map<std::string, std::size_t> by_name;
  std::uint64_t unpacked = 0;

  Archive(std::string file, const ZipLimits& most)
      : path(std::move(file)), limits(most) {
    std::error_code failed;
    const fs::file_status status = fs::status(path, failed);
    if (!fs::exists(status)) refuse(path, "no such file");
    if (!fs::is_regular_file(status)) refuse(path, "this is not a file");
    int code = 0;
    zip = zip_open(path.c_str(), ZIP_RDONLY, &code);
    if (zip == nullptr) {
      zip_error_t error;
      zip_error_init_with_code(&error, code);
      const std::string why = zip_error_strerror(&error);
      zip_error_fini(&error);
      refuse(path, "this is not a readable zip archive: " + why);
    }
  }
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;
  ~Archive() { zip_discard(zip); }

  /// Lists and checks all entries.
  void list() {
    const auto count = static_cast<std::uint64_t>(
        std::max<zip_int64_t>(zip_get_num_entries(zip, 0), 0));
    if (count > limits.entries) {
      refuse(path,
             "the archive has " + std::to_string(count) +
                 " entries; expected at most " +
                 std::to_string(limits.entries));
    }
    for (std::uint64_t i = 0; i < count; ++i) add(i);
  }

  void add(std::uint64_t index) {
    zip_stat_t stat;
    zip_stat_init(&stat);
    // As it is: libzip would translate names that are not UTF-8.
    if (zip_stat_index(zip, index, ZIP_FL_ENC_RAW, &stat) != 0 ||
        (stat.valid & ZIP_STAT_NAME) == 0) {
      refuse(path, "entry " + std::to_string(index) + " cannot be read");
    }
    const std::string name = stat.name;
    const std::string fault = fault_of_name(name);
    if (!fault.empty()) refuse(path, "the archive has " + fault);
    if (is_special(zip, index)) {
      refuse(path,
             "the entry " + shown(name) +
                 " is a symbolic link or a device; expected regular files");
    }
    if ((stat.valid & ZIP_STAT_ENCRYPTION_METHOD) != 0 &&
        stat.encryption_method != ZIP_EM_NONE) {
      refuse(path, "the entry " + shown(name) + " is encrypted");
    }
    if (name.back() == '/') return;
    const std::uint64_t bytes =
        (stat.valid & ZIP_STAT_SIZE) == 0 ? 0 : stat.size;
    if (!by_name.emplace(name, entries.size()).second) {
      refuse(path, "the archive has two entries " + shown(name));
    }
    entries.push_back({name, bytes, index});
  }

  /// Unpacks an entry, piece by piece.
  void unpack(const ZipEntry& entry,
              std::uint64_t most,
              const std::function<void(std::string_view)>& piece) {
    const auto too_large = [&] {
      refuse(path,
             "the entry " + shown(entry.name) + " has more than " +
                 std::to_string(most) + " bytes, which is too large");
    };
    if (entry.bytes > most) too_large();
    const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
        zip_fopen_index(zip, entry.index, 0), &zip_fclose);
    if (!file) fail(entry, zip_strerror(zip));
    std::array<char, std::size_t{1} << 16> buffer{};
    std::uint64_t done = 0;
    while (true) {
      const zip_int64_t got =
          zip_fread(file.get(), buffer.data(), buffer.size());
      if (got < 0) fail(entry, zip_file_strerror(file.get()));
      if (got == 0) break;
      done += static_cast<std::uint64_t>(got);
      unpacked += static_cast<std::uint64_t>(got);
      if (done > most) too_large();
      if (unpacked > limits.total_bytes) {
        refuse(path,
               "the files of the archive have more than " +
                   std::to_string(limits.total_bytes) + " bytes together");
      }
      piece({buffer.data(), static_cast<std::size_t>(got)});
    }
    if (done != entry.bytes) fail(entry, "its size is not the declared one");
  }

  [[noreturn]] void fail(const ZipEntry& entry, const std::string& why) const {
    refuse(path, "cannot unpack " + shown(entry.name) + ": " + why);
  }
};

ZipReader::ZipReader(const std::string& path, const ZipLimits& limits)
    : archive_(std::make_unique<Archive>(path, limits)) {
  archive_->list();
}

ZipReader::~ZipReader() = default;

const std::vector<ZipEntry>& ZipReader::entries() const {
  return archive_->entries;
}

const ZipEntry* ZipReader::find(std::string_view name) const {
  const auto at = archive_->by_name.find(std::string(name));
  return at == archive_->by_name.end() ? nullptr
                                       : &archive_->entries[at->second];
}

std::string ZipReader::read(const ZipEntry& entry, std::uint64_t max_bytes) {
  std::string out;
  archive_->unpack(entry,
                   std::min(max_bytes, archive_->limits.file_bytes),
                   [&out](std::string_view piece) { out += piece; });
  return out;
}

void ZipReader::extract(const ZipEntry& entry, const fs::path& directory) {
  const fs::path path = directory / entry.name;
  std::error_code failed;
  fs::create_directories(path.parent_path(), failed);
  if (failed || fs::is_directory(path)) {
    refuse(archive_->path,
           "the entry " + shown(entry.name) +
               " is a file and a directory at once");
  }
  std::ofstream out(path, std::ios::binary);
  archive_->unpack(
      entry, archive_->limits.file_bytes, [&out](std::string_view piece) {
        out.write(piece.data(), static_cast<std::streamsize>(piece.size()));
      });
  out.close();
  if (!out) throw ToolError("cannot write " + path.string());
}

}  // namespace catenary::base
