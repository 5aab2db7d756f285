// SPDX-License-Identifier: Apache-2.0
#include "engine/abstraction/localisation.h"

#include <algorithm>

namespace catenary::engine::abstraction {

std::vector<bool> rarely_read(const ExploredStates& whole,
                              const SampledStates& sample,
                              double rarely) {
  const std::vector<double> reads = whole.classes().reads();
  const std::vector<model::StateSlot>& slots = whole.classes().slots();
  std::vector<bool> out(slots.size(), false);
  for (std::size_t k = 0; k < slots.size(); ++k) {
    // A byte may be a truth value, which is not any number.
    const bool can =
        !slots[k].address && !slots[k].floating && slots[k].size > 1;
    out[k] = can && (rarely >= 1 || reads[k] < rarely);
  }
  if (rarely >= 1) return out;
  const std::vector<bool> rare = out;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    if (!rare[k] || reads[k] == 0) continue;
    for (std::size_t by = 0; by < slots.size() && out[k]; ++by) {
      out[k] = rare[by] || !sample.is_function(slots[by], slots[k]);
    }
  }
  return out;
}

}  // namespace catenary::engine::abstraction
