// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks of our own invariants. They stay on in every build.
#pragma once

#include <stdexcept>
#include <string>

namespace catenary::base {

/// A defect of Catenary itself: a broken invariant. Caught only in
/// cli/main.cpp, which prints it and exits with 70.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

/// Throws InternalError naming `file:line`, the condition and `text`.
[[noreturn]] void fail_check(const char* file,
                             int line,
                             const char* condition,
                             const std::string& text);

}  // namespace catenary::base

/// Checks an invariant of our own code; never input of the user.
#define CATENARY_CHECK(condition, text) \
  (static_cast<bool>(condition)         \
       ? void(0)                        \
       : ::catenary::base::fail_check(__FILE__, __LINE__, #condition, (text)))
