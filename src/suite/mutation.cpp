// SPDX-License-Identifier: Apache-2.0
#include "suite/mutation.h"

#include <algorithm>

namespace catenary::suite {

const char* to_string(MutantStatus status) {
  switch (status) {
    case MutantStatus::killed:
      return "killed";
    case MutantStatus::conforming:
      return "conforming";
    case MutantStatus::survived:
      return "survived";
    case MutantStatus::undecided:
      return "undecided";
    case MutantStatus::broken:
      return "broken";
    case MutantStatus::equivalent:
      return "equivalent";
  }
  return "undecided";
}

std::uint64_t MutationReport::count(MutantStatus status) const {
  return static_cast<std::uint64_t>(
      std::count_if(mutants.begin(), mutants.end(), [&](const auto& m) {
        return m.status == status;
      }));
}

double MutationReport::score() const {
  // Mutants that cannot be told from the original count neither way.
  const std::uint64_t wrong = mutants.size() - count(MutantStatus::conforming) -
                              count(MutantStatus::equivalent);
  // Nothing could be found, so nothing was missed.
  if (wrong == 0) return 100;
  return 100.0 * static_cast<double>(count(MutantStatus::killed)) /
         static_cast<double>(wrong);
}

}  // namespace catenary::suite
