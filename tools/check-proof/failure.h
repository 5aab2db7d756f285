// SPDX-License-Identifier: Apache-2.0
/// \file
/// The ways in which a check fails, and the limit of its work.
#pragma once

#include <cstdint>
#include <stdexcept>

namespace check_proof {

/// The certificate, or the suite, says something that does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file cannot be read, it is not what it should be, or it needs more work
/// than is allowed.
struct Unreadable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The work of the whole check: a visit of a gate, a clause or a step, some
/// nanoseconds each. A small file can ask for a great deal of it.
class Work {
 public:
  static void allow(std::uint64_t units) { left_ = units; }
  static void spend(std::uint64_t units) {
    if (units > left_) {
      throw Unreadable("the check needs more work than --work allows");
    }
    left_ -= units;
  }

 private:
  static inline std::uint64_t left_ = 0;
};

}  // namespace check_proof
