// SPDX-License-Identifier: Apache-2.0
#include "app/program_files.h"

#include <string>

#include "base/error.h"

namespace catenary::app {

namespace fs = std::filesystem;

fs::path own_executable() {
  std::error_code failed;
  fs::path self = fs::read_symlink("/proc/self/exe", failed);
  if (failed) {
    throw base::ToolError("cannot find the executable of this process: " +
                          failed.message());
  }
  return self;
}

std::vector<fs::path> bench_program_places(const fs::path& self) {
  const fs::path folder = self.parent_path();
  return {folder / "catenary-bench",
          folder.parent_path() / "libexec" / "catenary" / "catenary-bench"};
}

std::vector<fs::path> main_program_places(const fs::path& self) {
  const fs::path folder = self.parent_path();
  return {folder / "catenary",
          folder.parent_path().parent_path() / "bin" / "catenary"};
}

fs::path find_executable(const std::vector<fs::path>& places) {
  std::string tried;
  for (const fs::path& place : places) {
    std::error_code ignored;
    if (fs::is_regular_file(place, ignored)) return place;
    tried += (tried.empty() ? "" : " nor ") + place.string();
  }
  throw base::ToolError("the program " + places.front().filename().string() +
                        " is missing: found neither " + tried);
}

}  // namespace catenary::app
