// SPDX-License-Identifier: Apache-2.0
#include "app/cache/command_cache.h"

#include <catenary/version.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <initializer_list>
#include <system_error>
#include <thread>
#include <utility>

#include "app/cache/input_digests.h"
#include "app/commands.h"
#include "base/sha256.h"
#include "base/text_file.h"
#include "base/wire.h"
#include "store/result_store.h"

namespace catenary::app {

namespace {

namespace fs = std::filesystem;

/// Of all answers in a folder.
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;

/// A program by its size and times: its content takes too long to read.
std::string identity_of(const std::string& path) {
  struct stat about{};
  if (::stat(path.c_str(), &about) != 0) return "none";
  std::string out;
  for (const std::int64_t number : {std::int64_t{about.st_size},
                                    std::int64_t{about.st_mtim.tv_sec},
                                    std::int64_t{about.st_mtim.tv_nsec},
                                    std::int64_t{about.st_ctim.tv_sec},
                                    std::int64_t{about.st_ctim.tv_nsec}}) {
    out += std::to_string(number) + ".";
  }
  return out;
}

/// The programs that a command may call, as PATH finds them.
std::string programs() {
  const char* path = std::getenv("PATH");
  std::string out;
  for (const std::string name : {"clang-19", "objcopy", "clingo"}) {
    std::string rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
      const std::size_t colon = rest.find(':');
      const std::string file = rest.substr(0, colon) + "/" + name;
      rest.erase(0, colon == std::string::npos ? colon : colon + 1);
      if (::access(file.c_str(), X_OK) != 0) continue;
      out += file + "=" + identity_of(file) + "\n";
      break;
    }
  }
  return out;
}

std::string to_bytes(const CommandAnswer& answer) {
  base::WireWriter to;
  to.put(static_cast<std::int32_t>(answer.code),
         answer.out,
         answer.messages,
         answer.files);
  return to.bytes();
}

std::optional<CommandAnswer> from_bytes(const std::string& bytes,
                                        std::size_t files) {
  try {
    base::WireReader from(bytes);
    CommandAnswer out;
    out.code = static_cast<ExitCode>(from.get<std::int32_t>());
    read(from, out.out);
    read(from, out.messages);
    read(from, out.files);
    if (!from.at_end() || out.files.size() != files) return std::nullopt;
    return out;
  } catch (const base::WireError&) {
    return std::nullopt;
  }
}

bool is_final(ExitCode code) {
  return code == ExitCode::success || code == ExitCode::findings ||
         code == ExitCode::inconclusive;
}

}  // namespace

std::string CommandCache::file_in(const std::string& folder) {
  return (fs::path(folder) / "results.sqlite").string();
}

std::string key_of(const CommandCall& call) {
  std::string all = "1\n" CATENARY_VERSION_STRING "\n";
  all += identity_of("/proc/self/exe") + "\n";
  for (const auto& [name, version] : versions()) {
    all += name + " " + version + "\n";
  }
  all += programs();
  std::error_code unknown;
  const fs::path self = fs::read_symlink("/proc/self/exe", unknown);
  all += identity_of((self.parent_path() / "catenary-check-proof").string());
  all += "\n";
  std::error_code failed;
  all += fs::current_path(failed).string() + "\n";
  // Where a compiler looks for headers besides its flags, and what it is told.
  for (const char* name : {"CPATH",
                           "C_INCLUDE_PATH",
                           "CPLUS_INCLUDE_PATH",
                           "CCC_OVERRIDE_OPTIONS",
                           "SOURCE_DATE_EPOCH"}) {
    const char* value = std::getenv(name);
    all += std::string(name) + "=" + (value == nullptr ? "" : value) + "\n";
  }
  all += call.command + "\n" + call.options;
  return base::sha256(all);
}

std::timespec next_tick() {
  std::timespec first{};
  std::timespec now{};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &first);
  do {
    std::this_thread::sleep_for(std::chrono::microseconds(500));
    ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  } while (now.tv_sec == first.tv_sec && now.tv_nsec == first.tv_nsec);
  return now;
}

CommandCache::CommandCache(CommandCall call, base::Logger& log)
    : call_(std::move(call)), log_(log), key_(key_of(call_)) {}

void CommandCache::warn(const std::string& text) {
  log_.warning("nothing is kept for a later call: " + text);
}

std::optional<CommandAnswer> CommandCache::find() {
  try {
    const store::ResultStore store(file_in(call_.folder));
    for (const store::StoredResult& r : store.find(key_)) {
      if (!inputs_hold(r.inputs)) continue;
      if (auto out = from_bytes(r.body, call_.outputs.size())) return out;
    }
    began_ = next_tick();
    inputs_.emplace();
  } catch (const store::StoreError& e) {
    warn(e.what());
  }
  return std::nullopt;
}

void CommandCache::keep(CommandAnswer answer, bool is_complete) {
  if (!inputs_) return;
  const base::NotedInputs inputs = inputs_->inputs();
  inputs_.reset();
  if (!is_complete || !is_final(answer.code)) return;
  std::string why;
  const auto described = describe_inputs(inputs, began_, why);
  if (!described) {
    log_.debug("the answer is not kept: " + why);
    return;
  }
  try {
    for (const std::string& path : call_.outputs) {
      // A pipe or device cannot be read back.
      std::error_code failed;
      if (!fs::is_regular_file(path, failed)) return;
      answer.files.push_back(base::read_file(path, std::uint64_t{1} << 30));
    }
    const store::ResultStore store(file_in(call_.folder));
    store.put(key_, {*described, to_bytes(answer)});
    store.trim(kMostBytes);
  } catch (const store::StoreError& e) {
    warn(e.what());
  } catch (const base::InputError& e) {
    warn(e.what());
  }
}

}  // namespace catenary::app
