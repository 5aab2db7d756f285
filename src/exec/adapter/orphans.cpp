// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/orphans.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <system_error>

namespace catenary::exec {

namespace {

namespace fs = std::filesystem;

/// Rounds of killing: what was killed may have children of its own. A system
/// that forks faster than it is killed is left to its limit.
constexpr int kMostRounds = 1000;

/// Children of this process that are no orphans.
std::set<pid_t>& known_children() {
  static std::set<pid_t> known;
  return known;
}

std::set<pid_t> children() {
  std::set<pid_t> out;
  std::error_code failed;
  for (const fs::directory_entry& thread :
       fs::directory_iterator("/proc/self/task", failed)) {
    std::ifstream list(thread.path() / "children");
    for (pid_t child = 0; list >> child;) out.insert(child);
  }
  return out;
}

void kill_and_reap(pid_t child) {
  ::kill(child, SIGKILL);
  while (::waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

Orphans::Orphans() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void Orphans::sut_started() {
  known_children() = children();
}

std::size_t Orphans::kill() {
  std::size_t count = 0;
  for (int round = 0; round < kMostRounds; ++round) {
    std::set<pid_t> orphans = children();
    for (const pid_t known : known_children()) orphans.erase(known);
    if (orphans.empty()) break;
    for (const pid_t orphan : orphans) kill_and_reap(orphan);
    count += orphans.size();
  }
  return count;
}

std::uint64_t process_limit(std::uint64_t more) {
  // "0.20 0.18 0.12 1/80 11206": 80 threads of the whole machine, which are no
  // fewer than those of the user.
  std::ifstream load("/proc/loadavg");
  std::string average;
  for (int i = 0; i < 3; ++i) load >> average;
  std::uint64_t running = 0;
  std::uint64_t all = 0;
  char slash = 0;
  if (!(load >> running >> slash >> all)) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  return all + more;
}

}  // namespace catenary::exec
