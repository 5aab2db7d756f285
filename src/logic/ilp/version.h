// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catenary::logic {

/// The version of CBC, e.g. "2.10.8", for `catenary doctor` and the
/// certificates of suites.
[[nodiscard]] std::string ilp_version();

}  // namespace catenary::logic
