// SPDX-License-Identifier: Apache-2.0
#include "app/fleet/known_inputs.h"

#include <algorithm>

namespace catenary::app {

namespace {

/// The words of a command without those that choose a part of it; empty if it
/// has none.
std::vector<std::string> whole_of(const std::vector<std::string>& words) {
  std::vector<std::string> out = words;
  if (std::erase_if(out, [](const auto& word) {
        return word.starts_with("--shard=") || word.starts_with("--goal=");
      }) == 0) {
    out.clear();
  }
  return out;
}

}  // namespace

void KnownInputs::remember(const ShippedWords& words,
                           const PreparedInputs& inputs) {
  if (!inputs.obstacle.empty()) return;
  const std::vector<std::string> whole = whole_of(words.words);
  if (!whole.empty()) by_whole_[whole] = inputs;
  if (words.words.front() != "generate") return;
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
  const auto found = by_whole_.find(whole_of(words.words));
  if (found != by_whole_.end()) return with_files(found->second, words.inputs);
  return std::nullopt;
}

}  // namespace catenary::app
