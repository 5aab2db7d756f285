// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/orphans.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>
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

/// The parent of a process that has not ended; 0 for any other.
pid_t parent_of_living(pid_t pid) {
  std::ifstream status("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(status, line);
  // "7 (name) S 1 ...": the name may have any characters.
  const std::size_t name = line.rfind(')');
  if (name == std::string::npos) return 0;
  std::istringstream rest(line.substr(name + 1));
  char state = 'Z';
  pid_t parent = 0;
  return rest >> state >> parent && state != 'Z' ? parent : 0;
}

struct Descendant {
  pid_t pid = 0;
  pid_t parent = 0;
};

/// Descendants that have not ended, children before their own children.
std::vector<Descendant> living_descendants(pid_t of) {
  std::vector<Descendant> out;
  std::vector<pid_t> open = {of};
  while (!open.empty()) {
    const pid_t parent = open.back();
    const fs::path threads = "/proc/" + std::to_string(parent) + "/task";
    open.pop_back();
    std::error_code failed;
    for (fs::directory_iterator at(threads, failed), end; !failed && at != end;
         at.increment(failed)) {
      std::ifstream list(at->path() / "children");
      for (pid_t child = 0; list >> child;) {
        open.push_back(child);
        if (parent_of_living(child) != 0) out.push_back({child, parent});
      }
    }
  }
  return out;
}

/// Kills a process if it is still the child of its parent. Its number may have
/// become that of another process since it was read; a pidfd stays with one.
void kill_child(const Descendant& child) {
  const int fd = static_cast<int>(::syscall(SYS_pidfd_open, child.pid, 0));
  if (fd < 0) return;
  if (parent_of_living(child.pid) == child.parent) {
    ::syscall(SYS_pidfd_send_signal, fd, SIGKILL, nullptr, 0);
  }
  ::close(fd);
}

void kill_descendants_of(pid_t pid) {
  for (int round = 0; round < kMostRounds; ++round) {
    const std::vector<Descendant> found = living_descendants(pid);
    if (found.empty()) return;
    for (const Descendant& descendant : found) kill_child(descendant);
  }
}

}  // namespace

void keep_descendants() {
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void kill_descendants(int pidfd) {
  const pid_t pid = pidfd < 0 ? 0 : process_of(pidfd);
  if (pid == 0) return;
  // So that it starts no more. Without effect if it has ended.
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
