// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/orphans.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <system_error>
#include <vector>

namespace catenary::exec {

namespace {

namespace fs = std::filesystem;

/// Rounds of killing: what is killed may have started others meanwhile. A
/// system that forks faster than it is killed is left to its limit.
constexpr int kMostRounds = 100;

/// The process of a pidfd; 0 where it is not known.
pid_t process_of(int pidfd) {
  std::ifstream info("/proc/self/fdinfo/" + std::to_string(pidfd));
  std::string word;
  while (info >> word) {
    pid_t pid = 0;
    if (word == "Pid:" && info >> pid) return std::max<pid_t>(pid, 0);
  }
  return 0;
}

/// Whether it has ended and was not reaped yet.
bool is_zombie(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(status, line);
  // The name in front of it may have any characters.
  const std::size_t name = line.rfind(')');
  return name == std::string::npos || line.substr(name).starts_with(") Z");
}

/// Descendants that have not ended, children before their own children.
std::vector<pid_t> living_descendants(pid_t of) {
  std::vector<pid_t> out;
  std::vector<pid_t> open = {of};
  while (!open.empty()) {
    const fs::path threads = "/proc/" + std::to_string(open.back()) + "/task";
    open.pop_back();
    std::error_code failed;
    for (fs::directory_iterator at(threads, failed), end; !failed && at != end;
         at.increment(failed)) {
      std::ifstream list(at->path() / "children");
      for (pid_t child = 0; list >> child;) {
        open.push_back(child);
        if (!is_zombie(child)) out.push_back(child);
      }
    }
  }
  return out;
}

void kill_descendants_of(pid_t pid) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<pid_t> found = living_descendants(pid);
    if (found.empty()) return;
    for (const pid_t descendant : found) ::kill(descendant, SIGKILL);
  }
}

}  // namespace

void keep_descendants() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void kill_descendants(int pidfd) {
  const pid_t pid = pidfd < 0 ? 0 : process_of(pidfd);
  if (pid == 0) return;
  // Nothing is reaped while it stands still, so that numbers stay what they
  // are. Without effect if it has ended.
  ::kill(pid, SIGSTOP);
  kill_descendants_of(pid);
}

void kill_own_descendants() {
  kill_descendants_of(::getpid());
  // So that nobody has to: not every init of a container does.
  for (int round = 0; round < kMostRounds; ++round) {
    pid_t reaped = 0;
    do {
      reaped = ::waitpid(-1, nullptr, WNOHANG);
    } while (reaped > 0);
    if (reaped < 0) return;  // there are none
    ::usleep(1000);
  }
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
