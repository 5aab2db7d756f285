// SPDX-License-Identifier: Apache-2.0
/// \file
/// Processes that a system under test leaves behind.
///
/// A system under test is killed with its process group. A process that it
/// started can leave the group (setsid(2), as daemons do); the kernel gives
/// such a process to this one when its parent has ended, so that it can be
/// killed as well (prctl(2), PR_SET_CHILD_SUBREAPER).
#pragma once

#include <cstddef>
#include <cstdint>

namespace catenary::exec {

/// How many processes and threads a system under test may start.
inline constexpr std::uint64_t kMostProcesses = 512;

/// What one system under test may leave behind. Requires: no other thread of
/// this process starts children meanwhile.
class Orphans {
 public:
  /// From now on orphans become children of this process.
  Orphans();
  /// To be called when the system under test has been started: all children
  /// that there are now are no orphans.
  void sut_started();
  /// Kills the orphans that there are, and those that they leave, and returns
  /// how many. To be called when the system under test has ended. Cost: reads a
  /// file of /proc for each thread.
  std::size_t kill();
};

/// A limit for RLIMIT_NPROC with room for this many more processes than there
/// are on the machine. It ends a system that starts processes without end;
/// the kernel does not apply it to root.
[[nodiscard]] std::uint64_t process_limit(std::uint64_t more);

}  // namespace catenary::exec
