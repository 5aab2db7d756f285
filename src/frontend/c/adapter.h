// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C source that makes a described program a system under test: the
/// program, its harness, and the functions of include/catenary/adapter.h.
#pragma once

#include <string>
#include <vector>

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

/// The description's flags where its relative folders of headers ("-I x",
/// "-Ix", also -isystem, -iquote, -idirafter) are seen from `directory` ("" =
/// absolute), each folder in one word with its option, e.g. "-I../include". The
/// last is "-iquote" and the folder of the description, unless that is
/// `directory`: sources find headers there.
[[nodiscard]] std::vector<std::string> flags_seen_from(
    const Description& description, const std::string& directory);

/// "x" of "-Ix" and the like; "" for any other flag.
[[nodiscard]] std::string header_folder(const std::string& flag);

}  // namespace catenary::frontend::c
