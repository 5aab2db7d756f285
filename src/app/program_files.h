// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where the executables of Catenary are. `catenary` is the program that users
/// call; `catenary-bench`, which measures it, is an executable of its own, so
/// that what only measures is not linked into what is measured.
///
/// Each finds the other by its own place: in a build folder both are in one
/// folder, an installation has PREFIX/bin/catenary and
/// PREFIX/libexec/catenary/catenary-bench. No installed file names a folder, so
/// an installation can be moved as a whole.
#pragma once

#include <filesystem>
#include <vector>

namespace catenary::app {

/// The executable of this process, symbolic links resolved. Throws
/// base::ToolError if the system does not tell.
[[nodiscard]] std::filesystem::path own_executable();

/// Where `catenary-bench` may be, the first choice first. `self`: the
/// executable of `catenary`.
[[nodiscard]] std::vector<std::filesystem::path> bench_program_places(
    const std::filesystem::path& self);

/// Where `catenary` may be, the first choice first. `self`: the executable of
/// `catenary-bench`.
[[nodiscard]] std::vector<std::filesystem::path> main_program_places(
    const std::filesystem::path& self);

/// The first of the places that holds a file. Throws base::ToolError, which
/// names all places, if none does.
[[nodiscard]] std::filesystem::path find_executable(
    const std::vector<std::filesystem::path>& places);

}  // namespace catenary::app
