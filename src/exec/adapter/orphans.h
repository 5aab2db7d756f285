// SPDX-License-Identifier: Apache-2.0
/// \file
/// Processes that a system under test starts.
///
/// A system under test is killed with its process group. What it started can
/// leave the group (setsid(2), as daemons do). So the system is made a
/// subreaper (prctl(2), PR_SET_CHILD_SUBREAPER): a process whose parent ends
/// becomes its child, and all that it started are its descendants while it
/// lives.
#pragma once

#include <cstddef>
#include <cstdint>

namespace catenary::exec {

/// How many processes and threads a system under test may start.
inline constexpr std::uint64_t kMostProcesses = 512;

/// For a child that becomes a system under test: its descendants stay so.
/// Async-signal-safe.
void keep_descendants();

/// Stops the process of a pidfd, and kills its descendants; it itself is to be
/// killed next. Finds none where the process has ended, by a crash or by
/// itself: they belong to nobody then. Cost: reads some files of /proc for each
/// descendant.
void kill_descendants(int pidfd);

/// Kills and reaps the descendants of this process, which is a system under
/// test that was closed.
void kill_own_descendants();

/// A limit for RLIMIT_NPROC with room for this many more processes than there
/// are on the machine. It ends a system that starts processes without end;
/// the kernel does not apply it to root.
[[nodiscard]] std::uint64_t process_limit(std::uint64_t more);

}  // namespace catenary::exec
