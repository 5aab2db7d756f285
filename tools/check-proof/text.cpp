// SPDX-License-Identifier: Apache-2.0
#include "tools/check-proof/text.h"

#include <algorithm>

#include "tools/check-proof/failure.h"

namespace check_proof {

void Text::fail(const std::string& why) const {
  throw Unreadable(std::string(what_) + ", line " + std::to_string(number_) +
                   ": " + why);
}

std::string_view Text::line() {
  ++number_;
  const std::size_t end = rest_.find('\n');
  if (end == std::string_view::npos) fail("it ends in the middle");
  return take(end + 1).substr(0, end);
}

std::string_view Text::take(std::size_t bytes) {
  if (bytes > rest_.size()) fail("it ends in the middle of a section");
  const std::string_view out = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return out;
}

std::vector<std::uint32_t> Text::numbers_in(std::string_view part,
                                            std::size_t least,
                                            std::size_t most) const {
  std::vector<std::uint32_t> out;
  while (!part.empty() && out.size() < most) {
    const bool last = part.find(' ') == std::string_view::npos;
    const auto n = parse<std::uint32_t>(word(part));
    if (!n || (part.empty() && !last)) fail("expected a number");
    out.push_back(*n);
  }
  if (!part.empty() || out.size() < least) {
    fail("expected " + std::to_string(least) + " numbers");
  }
  return out;
}

std::string_view word(std::string_view& line) {
  const std::size_t space = std::min(line.find(' '), line.size());
  const std::string_view out = line.substr(0, space);
  line.remove_prefix(std::min(space + 1, line.size()));
  return out;
}

}  // namespace check_proof
