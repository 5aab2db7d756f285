// SPDX-License-Identifier: Apache-2.0
/// \file
/// Commands in a sandbox of bubblewrap: `--sandbox bwrap`.
///
/// The command is executed again, as a whole, by bwrap(1): code of the user
/// runs in many of its children, and what confines it has to hold for all of
/// them. Inside, the file system is read-only but for the working folder and
/// the folders of outputs, there is no network, no other process is visible,
/// and the system calls of filter.h are refused. When the command ends, the
/// kernel kills every process that was started in the sandbox.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/commands.h"

namespace catenary::cli {

/// Whether this process is in a sandbox that enter_sandbox() made.
[[nodiscard]] bool in_sandbox();

/// Executes this program again in a sandbox, with the same arguments; does not
/// return. `outputs`: files that the command writes, empty names are none.
/// `hand_over` is called just before. Throws base::ToolError where there is no
/// bubblewrap, or the machine does not let it make sandboxes; nothing has begun
/// then.
[[noreturn]] void enter_sandbox(const std::vector<std::string>& arguments,
                                const std::vector<std::string>& outputs,
                                app::Context& context,
                                const std::function<void()>& hand_over);

}  // namespace catenary::cli
