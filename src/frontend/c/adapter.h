// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the adapter of a described program: C source that makes it a system
/// under test, from the program, its harness, and the functions of
/// include/catenary/adapter.h.
#pragma once

#include <string>
#include <vector>

#include "frontend/c/description.h"

namespace catenary::frontend::c {

/// The C11 text that follows the text of include/catenary/adapter.h in one
/// file. It includes the program's sources by paths relative to
/// `output_directory` ("" = absolute paths); sources in which macros are
/// redefined are copied into it. Throws InputError for whole programs, which
/// have no step function to call, for C++, and for sources with different
/// flags.
///
/// A program without init can be reset only by starting a new process: its
/// second reset fails with a message.
[[nodiscard]] std::string write_adapter(const Description& description,
                                        const std::string& output_directory);

/// The description's flags, with relative folders of headers ("-I x", "-Ix",
/// also -isystem, -iquote, -idirafter) as seen from `directory` ("" =
/// absolute), each folder in one word with its option, e.g. "-I../include". The
/// last is "-iquote" and the folder of the description, unless that is
/// `directory`: sources find headers there.
[[nodiscard]] std::vector<std::string> flags_seen_from(
    const Description& description, const std::string& directory);

/// The folder in a flag: "x" of "-Ix" and the like; "" for any other flag, and
/// where the folder is the next word.
[[nodiscard]] std::string header_folder(const std::string& flag);

}  // namespace catenary::frontend::c
