// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random small requirement files: every type and every form of contract that
/// the .req language has, few enough values to enumerate.
#pragma once

#include <string>
#include <vector>

#include "base/rng.h"

namespace catenary::oracle {

/// What a file may have.
struct Wanted {
  bool promises = true;
  bool promises_read_hidden = true;
  bool hidden = true;
  bool temporal = true;  ///< within, for, until
  bool purposes = true;
  std::uint64_t views = 3;  ///< at most
};

/// A file, taken apart so that another can be made of its parts.
struct RandomReq {
  struct Contracts {
    std::string requirement;  ///< its line
    std::vector<std::string> lines;
  };
  std::string head;  ///< up to the first view
  std::vector<std::vector<Contracts>> views;
  std::string tail;  ///< purposes

  [[nodiscard]] std::string text() const;
};

[[nodiscard]] RandomReq random_req(base::Rng& rng, const Wanted& wanted);

/// Another file of the same inputs and outputs: some contracts left out, some
/// more put in.
[[nodiscard]] RandomReq relative_of(const RandomReq& file,
                                    base::Rng& rng,
                                    const Wanted& wanted);

/// From the environment: how many files a test takes.
[[nodiscard]] std::uint64_t how_many();

}  // namespace catenary::oracle
