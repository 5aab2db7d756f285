// SPDX-License-Identifier: Apache-2.0
/// \file
/// Copies of the terms of one manager in another.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>

#include "logic/term/term.h"

namespace catenary::logic {

/// Copies terms; what they share is shared by the copies.
class TermCopier {
 public:
  /// The name of a variable in the other manager.
  using Rename = std::function<std::string(const std::string&)>;

  /// `to` must outlive the copier. Without `rename`, names stay.
  explicit TermCopier(TermManager& to, Rename rename = {})
      : to_(to), rename_(std::move(rename)) {}

  /// The same term in the other manager. Requires: all terms given to one
  /// copier are of one manager; variables of one name have one sort in both
  /// (checked). Cost: linear in the dag size. Not recursive.
  [[nodiscard]] Term copy(Term root);

 private:
  /// Requires: the operands were copied.
  [[nodiscard]] Term one(Term t);

  TermManager& to_;
  Rename rename_;
  /// By id in the manager that the terms come from.
  std::unordered_map<std::uint32_t, Term> done_;
};

}  // namespace catenary::logic
