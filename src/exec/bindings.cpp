// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names of values for formulas. The vector has three parts: "@N" names of all
/// earlier steps, "@pre" names of the last step, plain names of this step; a
/// new step moves the last part into the other two.
#include "exec/bindings.h"

#include <iterator>
#include <string>
#include <utility>

namespace catenary::exec {

void Bindings::step(std::span<const logic::Value> inputs,
                    std::span<const std::optional<logic::Value>> outputs) {
  std::vector<Binding> before(
      std::make_move_iterator(all_.begin() + now_begins_),
      std::make_move_iterator(all_.end()));
  all_.resize(past_ends_);
  for (const Binding& b : before) {
    all_.emplace_back(b.first + "@" + std::to_string(steps_), b.second);
  }
  past_ends_ = all_.size();
  for (Binding& b : before) {
    all_.emplace_back(b.first + "@pre", std::move(b.second));
  }
  now_begins_ = static_cast<std::ptrdiff_t>(all_.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    all_.emplace_back(signature_.inputs[i].name, inputs[i]);
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i]) {
      all_.emplace_back(signature_.outputs[i].name, *outputs[i]);
    }
  }
  ++steps_;
}

}  // namespace catenary::exec
