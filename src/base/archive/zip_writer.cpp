// SPDX-License-Identifier: Apache-2.0
#include "base/archive/zip_writer.h"

#include <zip.h>

#include <cstdint>

#include "base/check.h"
#include "base/error.h"

namespace catenary::base {
namespace {

/// 1 January 1980 as MS-DOS has it, the first day that an archive can name.
constexpr zip_uint16_t kFirstDay = (1U << 5U) | 1U;
constexpr int kUnixSystem = ZIP_OPSYS_UNIX;
/// A regular file that all may read.
constexpr zip_uint32_t kUnixMode = 0100644U << 16U;

[[noreturn]] void fail_writing(const std::string& why) {
  throw ToolError("cannot make a zip archive: " + why);
}

void add_file(zip_t* zip, const ZipFile& file) {
  zip_source_t* content =
      zip_source_buffer(zip, file.content.data(), file.content.size(), 0);
  if (content == nullptr) fail_writing(zip_strerror(zip));
  const zip_int64_t index =
      zip_file_add(zip, file.name.c_str(), content, ZIP_FL_ENC_UTF_8);
  if (index < 0) {
    zip_source_free(content);
    fail_writing(zip_strerror(zip));
  }
  const auto at = static_cast<zip_uint64_t>(index);
  if (zip_file_set_dostime(zip, at, 0, kFirstDay, 0) != 0 ||
      zip_file_set_external_attributes(zip, at, 0, kUnixSystem, kUnixMode) !=
          0) {
    fail_writing(zip_strerror(zip));
  }
}

/// Everything that is in a source.
std::string bytes_of(zip_source_t* source) {
  if (zip_source_open(source) != 0) fail_writing("the result is not readable");
  std::string out;
  char block[1U << 15U];
  zip_int64_t got = 0;
  while ((got = zip_source_read(source, block, sizeof block)) > 0) {
    out.append(block, static_cast<std::size_t>(got));
  }
  zip_source_close(source);
  if (got < 0) fail_writing("the result is not readable");
  return out;
}

}  // namespace

std::string write_zip(const std::vector<ZipFile>& files) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* memory = zip_source_buffer_create(nullptr, 0, 0, &error);
  CATENARY_CHECK(memory != nullptr, "a buffer for an archive");
  zip_t* zip = zip_open_from_source(memory, ZIP_TRUNCATE, &error);
  if (zip == nullptr) {
    zip_source_free(memory);
    fail_writing(zip_error_strerror(&error));
  }
  zip_source_keep(memory);
  try {
    for (const ZipFile& file : files) add_file(zip, file);
    if (zip_close(zip) != 0) fail_writing(zip_strerror(zip));
  } catch (const ToolError&) {
    zip_discard(zip);
    zip_source_free(memory);
    throw;
  }
  const std::string out = bytes_of(memory);
  zip_source_free(memory);
  return out;
}

}  // namespace catenary::base
