// SPDX-License-Identifier: Apache-2.0
#include "program/syntax/source_overlay.h"

#include "base/error.h"

namespace catenary::program {

namespace fs = std::filesystem;

namespace {

/// Every byte as it is, unlike base::Json: names of files need not be UTF-8.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

}  // namespace

void SourceOverlay::replace(const fs::path& file, const std::string& text) {
  const fs::path plain = file.lexically_normal();
  const fs::path real = fs::weakly_canonical(file);
  if (fs::weakly_canonical(plain) != real) {
    throw base::InputError({file.string(), 0, 0},
                           "the path leads through a link and out of it by "
                           "'..', so that the file cannot be changed for "
                           "Clang; expected a path without '..'",
                           "source-link");
  }
  const std::string copy =
      folder_.write(name_ + std::to_string(copies_++), text);
  for (const fs::path& path : {plain, real}) {
    copy_of_.insert_or_assign(path.string(), copy);
  }
}

std::string SourceOverlay::write() const {
  std::string roots;
  for (const auto& [path, copy] : copy_of_) {
    if (!roots.empty()) roots += ",";
    roots += "{'type':'file','name':" + quoted(path) +
             ",'external-contents':" + quoted(copy) + "}";
  }
  return folder_.write(
      name_ + ".yaml",
      "{'version':0,'use-external-names':false,'roots':[" + roots + "]}");
}

}  // namespace catenary::program
