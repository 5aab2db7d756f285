// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace catenary::oracle {

/// The text with `by` in every place of `what`.
inline std::string replaced(std::string text,
                            const std::string& what,
                            const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

}  // namespace catenary::oracle
