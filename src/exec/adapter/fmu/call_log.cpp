// SPDX-License-Identifier: Apache-2.0
#include "exec/adapter/fmu/call_log.h"

#include <cstring>

#include "base/printable.h"

namespace catenary::exec::fmu {
namespace {

constexpr std::size_t kMostOfMessage = 400;
constexpr std::size_t kMostOfCall = 1500;

std::string beginning_of(const char* text) {
  if (text == nullptr) return "";
  return {text, strnlen(text, kMostOfMessage)};
}

}  // namespace

void CallLog::clear() {
  faults_.clear();
  last_.clear();
}

void CallLog::add(Status status, const char* category, const char* message) {
  std::string text = beginning_of(message);
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
    text.pop_back();
  }
  const std::string kind = beginning_of(category);
  std::string line = kind.empty() ? "" : "[" + kind + "] ";
  line = base::printable(line + text);
  if (status == Status::ok) {
    last_ = line;
  } else if (faults_.size() < kMostOfCall) {
    faults_ += (faults_.empty() ? "" : "; ") + line;
  }
}

std::string CallLog::text() const {
  return faults_.empty() ? last_ : faults_;
}

}  // namespace catenary::exec::fmu
