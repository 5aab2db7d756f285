// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace catenary::logic {

/// For `catenary doctor` and the certificates of suites.
/// Version of CBC, e.g. "2.10.8".
[[nodiscard]] std::string ilp_version();

}  // namespace catenary::logic
