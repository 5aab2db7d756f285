// SPDX-License-Identifier: Apache-2.0
/// \file
/// A limit on the depth of recursion over terms: users' programs can make them
/// as deep as they like.
#pragma once

#include "program/encode/term/builder.h"

namespace catenary::program {

/// Counts one level of recursion as long as it lives.
class TermBuilder::Nesting {
 public:
  /// The counter, that of the builder, must outlive it.
  explicit Nesting(std::uint32_t& depth) : depth_(depth) { ++depth_; }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  /// The caller must then stop simplifying and return a plain term.
  [[nodiscard]] bool too_deep() const { return depth_ > kDeepest; }

 private:
  // Far below what a stack of 8 MiB holds, and deeper than simplification
  // helps.
  static constexpr std::uint32_t kDeepest = 400;
  std::uint32_t& depth_;
};

}  // namespace catenary::program
