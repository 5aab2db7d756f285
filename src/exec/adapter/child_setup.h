// SPDX-License-Identifier: Apache-2.0
/// \file
/// The preparation of a freshly forked child before it runs foreign code.
#pragma once

#include "exec/adapter/child.h"

namespace catenary::exec {

/// The first byte of the payload of a frame in which a child explains its
/// fault.
inline constexpr char kFaultMark = '\x7f';

/// Gives the child limits, default signal handling, /dev/null as input and
/// `output` as output and error stream. Makes it end without our exit handlers
/// if it calls exit(). Returns the descriptor that replaces `socket`.
int enter_child(int socket, int output, const ChildLimits& limits);

}  // namespace catenary::exec
