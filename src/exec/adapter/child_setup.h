// SPDX-License-Identifier: Apache-2.0
/// \file
/// The preparation of a freshly forked child before it runs foreign code.
#pragma once

#include <sys/types.h>

#include "exec/adapter/child.h"

namespace catenary::exec {

/// The first byte of the payload of a frame in which a child explains its
/// fault.
inline constexpr char kFaultMark = '\x7f';

/// Gives the child a process group, limits, default signal handling, /dev/null
/// as input and `output` as output and error stream. Makes it die with
/// `parent`, and end without our exit handlers if it calls exit(). Returns the
/// descriptor that replaces `socket`, or -1 if the parent is gone.
int enter_child(int socket,
                int output,
                pid_t parent,
                const ChildLimits& limits);

}  // namespace catenary::exec
