// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/fmu/package.h"

#include <set>

#include "base/archive/zip_reader.h"

namespace catenary::exec::fmu {
namespace {

constexpr const char* kDescription = "modelDescription.xml";
constexpr std::uint64_t kMostDescriptionBytes = std::uint64_t{256} << 20;

/// The folder of binaries for the machine that this program was built for.
std::string platform(int version) {
#if defined(__x86_64__)
  return version == 2 ? "linux64" : "x86_64-linux";
#elif defined(__aarch64__)
  return version == 2 ? "aarch64-linux" : "aarch64-linux";
#elif defined(__i386__)
  return version == 2 ? "linux32" : "x86-linux";
#else
  return version == 2 ? "linux" : "unknown-linux";
#endif
}

bool begins(const std::string& name, const std::string& folder) {
  return name.rfind(folder, 0) == 0;
}

/// The platforms with binaries, for a message.
std::string platforms_of(const base::ZipReader& zip) {
  const std::string folder = "binaries/";
  std::set<std::string> found;
  bool sources = false;
  for (const base::ZipEntry& entry : zip.entries()) {
    if (begins(entry.name, "sources/")) sources = true;
    if (!begins(entry.name, folder)) continue;
    const std::size_t end = entry.name.find('/', folder.size());
    if (end != std::string::npos && found.size() < 20) {
      found.insert(entry.name.substr(folder.size(), end - folder.size()));
    }
  }
  std::string out;
  for (const std::string& name : found) out += (out.empty() ? "" : ", ") + name;
  if (!out.empty()) return "it has binaries for " + out;
  return sources ? "it has sources only, which must be compiled first"
                 : "it has no binaries";
}

}  // namespace

Package open_package(const std::string& path) {
  base::ZipReader zip(path);
  const base::ZipEntry* description = zip.find(kDescription);
  if (description == nullptr) {
    throw base::InputError(
        {path, 0, 0},
        std::string("the archive is not an FMU: it has no ") + kDescription,
        "fmu");
  }
  Package out;
  out.path = path;
  out.description = read_description(
      zip.read(*description, kMostDescriptionBytes), path + "/" + kDescription);
  const int version = out.description.version;
  const std::string folder = "binaries/" + platform(version) + "/";
  const std::string library = folder + out.description.identifier + ".so";
  if (zip.find(library) == nullptr) {
    throw base::InputError(
        {path, 0, 0},
        "the FMU has no " + library + "; " + platforms_of(zip),
        "fmu-platform");
  }
  out.directory = std::make_shared<base::TemporaryDirectory>();
  const std::string resources = "resources/";
  for (const base::ZipEntry& entry : zip.entries()) {
    const bool is_resource = begins(entry.name, resources);
    if (!is_resource && !begins(entry.name, folder)) continue;
    zip.extract(entry, out.directory->path());
    if (is_resource) out.resources = out.directory->file(resources);
  }
  out.library = out.directory->file(library);
  return out;
}

}  // namespace catenary::exec::fmu
