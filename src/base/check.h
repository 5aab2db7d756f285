// SPDX-License-Identifier: Apache-2.0
/// \file
/// Checks of Catenary's own invariants. They stay on in every build, because a
/// wrong verdict costs more than a check.
///
/// For errors in what the user provides, see InputError in base/error.h.
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

/// Reports a failed check; called by CATENARY_CHECK only.
/// Throws InternalError naming `file:line`, the condition and `text`.
[[noreturn]] void fail_check(const char* file,
                             int line,
                             const char* condition,
                             const std::string& text);

}  // namespace catenary::base

/// Checks an invariant of our own code; never use it for input of the user.
/// Throws InternalError if `condition` is false. `text` is only evaluated then,
/// and states the invariant: "there is a model to read".
#define CATENARY_CHECK(condition, text) \
  (static_cast<bool>(condition)         \
       ? void(0)                        \
       : ::catenary::base::fail_check(__FILE__, __LINE__, #condition, (text)))
