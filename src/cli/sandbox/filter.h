// SPDX-License-Identifier: Apache-2.0
/// \file
/// System calls that a confined process is refused: the door to libseccomp.
#pragma once

namespace catenary::cli {

/// A file in memory with the filter as a program for the kernel, at its
/// beginning, for `bwrap --seccomp`; programs that are executed inherit it. The
/// caller closes it. Throws base::ToolError where it cannot be made.
///
/// Refused with EPERM: input that is put into the terminal (TIOCSTI,
/// TIOCLINUX), sockets of the local machine (AF_UNIX), which reach services
/// such as D-Bus and Docker, tracing of other processes, keys, and parts of the
/// kernel that only administrators need. The list follows what Flatpak refuses.
[[nodiscard]] int make_system_call_filter();

}  // namespace catenary::cli
