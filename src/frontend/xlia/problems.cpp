// SPDX-License-Identifier: Apache-2.0
#include "frontend/xlia/problems.h"

#include <algorithm>
#include <utility>

namespace catenary::frontend::xlia {

void Problems::add(base::Severity severity,
                   Place where,
                   std::string message,
                   const char* code) {
  all_.push_back({severity, location(where), std::move(message), code, {}});
}

void Problems::error(Place where, std::string message, const char* code) {
  if (full() || !faulty_.emplace(where.line, where.column).second) return;
  ++errors_;
  add(base::Severity::error, where, std::move(message), code);
}

void Problems::warning(Place where, std::string message, const char* code) {
  add(base::Severity::warning, where, std::move(message), code);
}

void Problems::again(Place where,
                     std::string message,
                     const char* code,
                     Place first) {
  const std::size_t before = all_.size();
  error(where, std::move(message), code);
  if (all_.size() == before) return;
  all_.back().notes.push_back(
      {base::Severity::note, location(first), "the first one is here", "", {}});
}

std::vector<base::Diagnostic> Problems::sorted(base::Severity severity) const {
  std::vector<base::Diagnostic> out;
  for (const base::Diagnostic& d : all_) {
    if (d.severity == severity) out.push_back(d);
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::pair(a.where.line, a.where.column) <
           std::pair(b.where.line, b.where.column);
  });
  return out;
}

void Problems::throw_errors() const {
  if (!failed()) return;
  std::vector<base::Diagnostic> errors = sorted(base::Severity::error);
  if (full()) {
    errors.push_back({base::Severity::error,
                      {file_, 0, 0},
                      "there are more errors than the first " +
                          std::to_string(kMost) + ", which are shown",
                      "xlia-many",
                      {}});
  }
  throw base::InputError(std::move(errors));
}

std::vector<base::Diagnostic> Problems::warnings() const {
  return sorted(base::Severity::warning);
}

}  // namespace catenary::frontend::xlia
