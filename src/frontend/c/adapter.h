// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C source that makes a described program a system under test: the
/// program, its harness, and the functions of include/catenary/adapter.h.
#pragma once

#include <string>

#include "frontend/c/description.h"

namespace catenary::frontend::c {

/// C11 text to stand behind the text of include/catenary/adapter.h in one
/// file. It includes the program's sources by paths relative to
/// `output_directory` ("" = absolute paths); sources in which macros are
/// redefined are copied into it. Throws InputError for whole programs, which
/// have no step function to call.
///
/// A program without init can be reset only by starting a new process: its
/// second reset fails and says so.
[[nodiscard]] std::string write_adapter(const Description& description,
                                        const std::string& output_directory);

}  // namespace catenary::frontend::c
