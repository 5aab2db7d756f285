// SPDX-License-Identifier: Apache-2.0
/// \file
/// The annotations header, embedded in this program. Internal to program/.
#pragma once

namespace catenary::program {

/// The text of include/catenary/c.h that this build was made with. Static
/// storage.
[[nodiscard]] const char* annotations_header();

}  // namespace catenary::program
