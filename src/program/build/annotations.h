// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace catenary::program {

/// The text of include/catenary/c.h this build was made with.
[[nodiscard]] const char* annotations_header();

}  // namespace catenary::program
