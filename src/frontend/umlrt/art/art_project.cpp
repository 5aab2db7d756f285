// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/art/art_project.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include "base/inputs/input_log.h"
#include "base/text_file.h"
#include "frontend/umlrt/art/art_parser.h"

namespace catenary::frontend::umlrt {

namespace {

namespace fs = std::filesystem;

/// How many entries of a folder are looked at: a bound for a file that lies in
/// a folder such as the root of a disk.
constexpr std::size_t kMostEntries = 20'000;

bool has_configuration(const fs::path& folder) {
  std::error_code error;
  std::size_t left = kMostEntries;
  for (fs::directory_iterator it(folder, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().extension() == ".tcjs") return true;
    if (--left == 0) break;
  }
  return false;
}

/// The folder whose files see each other.
fs::path folder_of(const fs::path& file) {
  fs::path own =
      file.parent_path().empty() ? fs::path(".") : file.parent_path();
  std::error_code error;
  fs::path folder = fs::absolute(own, error).lexically_normal();
  if (error) return own;
  for (fs::path shown = own;; shown /= "..") {
    if (has_configuration(folder)) return shown.lexically_normal();
    const fs::path up = folder.parent_path();
    if (up == folder || up.empty()) return own;
    folder = up;
  }
}

template <typename Element>
std::vector<const Element*> named(const std::deque<ArtFile>& files,
                                  std::vector<Element> ArtFile::* elements,
                                  std::size_t first,
                                  std::size_t last,
                                  const std::string& name) {
  std::vector<const Element*> out;
  for (std::size_t f = first; f < last; ++f) {
    for (const Element& e : files[f].*elements) {
      if (e.name.text == name) out.push_back(&e);
    }
  }
  return out;
}

}  // namespace

ArtProject::ArtProject(std::string_view text,
                       const std::string& path,
                       base::Problems& problems)
    : path_(path), texts_(text) {
  files_.push_back(parse_art_file(text, path, problems));
}

std::vector<const ArtCapsule*> ArtProject::capsules(const std::string& name) {
  auto out = named(files_, &ArtFile::capsules, 0, 1, name);
  if (!out.empty()) return out;
  read_others();
  return named(files_, &ArtFile::capsules, 1, files_.size(), name);
}

std::vector<const ArtProtocol*> ArtProject::protocols(const std::string& name) {
  auto out = named(files_, &ArtFile::protocols, 0, 1, name);
  if (!out.empty()) return out;
  read_others();
  return named(files_, &ArtFile::protocols, 1, files_.size(), name);
}

const ArtFile* ArtProject::included_as(const std::string& header) {
  const auto fits = [&](const ArtFile& f) {
    return fs::path(f.path).filename().string() + ".h" == header;
  };
  if (fits(main())) return &main();
  read_others();
  const auto it = std::ranges::find_if(files_, fits);
  return it == files_.end() ? nullptr : &*it;
}

void ArtProject::read_others() {
  if (std::exchange(complete_, true)) return;
  base::note_obstacle("all folders below a file of Art are searched");
  const fs::path folder = folder_of(path_);
  std::vector<std::string> paths;
  std::error_code error;
  std::size_t left = kMostEntries;
  const auto options = fs::directory_options::skip_permission_denied;
  for (fs::recursive_directory_iterator it(folder, options, error), end;
       !error && it != end;
       it.increment(error)) {
    if (--left == 0) {
      warnings_.push_back({base::Severity::warning,
                           {path_, 0, 0},
                           "the folder has so many files that not all of them "
                           "are searched for names",
                           "art-folder",
                           {}});
      break;
    }
    std::error_code type;
    if (it->path().extension() == ".art" && it->is_regular_file(type)) {
      paths.push_back(it->path().lexically_normal().string());
    }
  }
  // The order of a folder is not defined.
  std::ranges::sort(paths);
  for (const std::string& p : paths) {
    if (!base::is_same_file(p, path_)) read_other(p);
  }
}

void ArtProject::read_other(const std::string& path) {
  const auto leave_out = [&](const std::string& why) {
    warnings_.push_back({base::Severity::warning,
                         {path, 0, 0},
                         "names are not searched in this file: " + why,
                         "art-folder",
                         {}});
  };
  try {
    const std::string text = base::read_text_file(path);
    base::Problems problems(path, "art");
    ArtFile file = parse_art_file(text, path, problems);
    problems.throw_errors();
    files_.push_back(std::move(file));
    texts_ += '\0' + text;
  } catch (const base::InputError& e) {
    leave_out(e.what());
  }
}

}  // namespace catenary::frontend::umlrt
