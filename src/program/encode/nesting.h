// SPDX-License-Identifier: Apache-2.0
/// \file
/// A limit on the depth of recursion over terms, which users' programs can
/// make as deep as they like.
#pragma once

#include "program/encode/term/builder.h"

namespace catenary::program {

/// One level of recursion, while it lives.
class TermBuilder::Nesting {
 public:
  explicit Nesting(std::uint32_t& depth) : depth_(depth) { ++depth_; }
  ~Nesting() { --depth_; }
  Nesting(const Nesting&) = delete;
  Nesting& operator=(const Nesting&) = delete;

  [[nodiscard]] bool too_deep() const { return depth_ > kDeepest; }

 private:
  static constexpr std::uint32_t kDeepest = 400;
  std::uint32_t& depth_;
};

}  // namespace catenary::program
