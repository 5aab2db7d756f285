// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/known_inputs.h"

#include <algorithm>

namespace catenary::app {

void KnownInputs::remember(const ShippedWords& words,
                           const PreparedInputs& inputs) {
  if (words.words.front() != "generate" || !inputs.obstacle.empty()) return;
  for (const std::string& suite : words.outputs) {
    by_suite_[suite] = {words.words.at(1), inputs};
  }
}

std::optional<PreparedInputs> KnownInputs::of(const ShippedWords& words) const {
  const std::string& command = words.words.front();
  for (const std::string& input : words.inputs) {
    const auto found = by_suite_.find(input);
    if (found == by_suite_.end()) continue;
    const std::string on_model = "--sut=model:" + found->second.model;
    if (command == "report" ||
        (command == "run" &&
         std::ranges::find(words.words, on_model) != words.words.end())) {
      return with_files(found->second.inputs, words.inputs);
    }
  }
  return std::nullopt;
}

}  // namespace catenary::app
