// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an FMU says through its logger during one call.
#pragma once

#include <string>

#include "exec/adapter/fmu/fmi.h"

namespace catenary::exec::fmu {

/// Messages of the current call; those that matter come first.
class CallLog {
 public:
  /// Forgets the messages.
  void clear();
  /// Called by the FMU, with pointers that may be null. Only the beginning of a
  /// long message, and of many, is kept.
  void add(Status status, const char* category, const char* message);
  /// Warnings and errors, or the last message where there are none; escaped,
  /// one after the other, e.g. "[logStatusError] no fuel". May be empty.
  [[nodiscard]] std::string text() const;

 private:
  std::string faults_;
  std::string last_;
};

}  // namespace catenary::exec::fmu
