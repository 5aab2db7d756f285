// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two ways in which a check fails.
#pragma once

#include <stdexcept>

namespace check_proof {

/// The certificate, or the suite, says something that does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file cannot be read, or it is not what it should be.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace check_proof
