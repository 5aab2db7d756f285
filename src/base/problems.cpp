// SPDX-License-Identifier: Apache-2.0
/// \file
/// Collection of diagnostics: one error for each place, a limited number of
/// them, ordered by place when they are reported.
#include "base/problems.h"

#include <algorithm>
#include <utility>

namespace catenary::base {

void Problems::add(Severity severity,
                   Place where,
                   std::string message,
                   const char* code) {
  all_.push_back({severity, location(where), std::move(message), code, {}});
}

void Problems::error(Place where, std::string message, const char* code) {
  if (full() || !faulty_.emplace(where.line, where.column).second) return;
  ++errors_;
  add(Severity::error, where, std::move(message), code);
}

void Problems::warning(Place where, std::string message, const char* code) {
  add(Severity::warning, where, std::move(message), code);
}

void Problems::again(Place where,
                     std::string message,
                     const char* code,
                     Place first) {
  const std::size_t before = all_.size();
  error(where, std::move(message), code);
  // error() has dropped it: the note would go to another diagnostic.
  if (all_.size() == before) return;
  all_.back().notes.push_back(
      {Severity::note, location(first), "the first one is here", "", {}});
}

std::vector<Diagnostic> Problems::sorted(Severity severity) const {
  std::vector<Diagnostic> out;
  for (const Diagnostic& d : all_) {
    if (d.severity == severity) out.push_back(d);
  }
  // Stable: diagnostics of one place keep the order in which they were found.
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) {
    return std::pair(a.where.line, a.where.column) <
           std::pair(b.where.line, b.where.column);
  });
  return out;
}

void Problems::throw_errors() const {
  if (!failed()) return;
  std::vector<Diagnostic> errors = sorted(Severity::error);
  if (full()) {
    errors.push_back({Severity::error,
                      {file_, 0, 0},
                      "there are more errors than the first " +
                          std::to_string(kMost) + ", which are shown",
                      code("many"),
                      {}});
  }
  throw InputError(std::move(errors));
}

std::vector<Diagnostic> Problems::warnings() const {
  return sorted(Severity::warning);
}

}  // namespace catenary::base
