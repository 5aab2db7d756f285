// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/replacement.h"

#include "base/check.h"
#include "base/work_clock.h"

namespace catenary::engine::classes {

using logic::Term;

Term Replacement::operator()(Term root) {
  constexpr base::WorkClock::duration kPrice{100};
  stack_.push_back(root);
  while (!stack_.empty()) {
    base::WorkClock::charge(kPrice);
    const Term t = stack_.back();
    if (done_.contains(t.id())) {
      stack_.pop_back();
      continue;
    }
    operands_.clear();
    const std::size_t before = stack_.size();
    for (const Term operand : t.operands()) {
      const auto found = done_.find(operand.id());
      if (found == done_.end()) {
        stack_.push_back(operand);
      } else {
        operands_.push_back(found->second);
      }
    }
    if (stack_.size() != before) continue;
    done_[t.id()] = operands_.empty()
                        ? t
                        : simplifier_.simplify(terms_.rebuild(t, operands_));
    stack_.pop_back();
  }
  return done_.at(root.id());
}

bool has_paths(const model::StepSystem& system) {
  return dynamic_cast<const model::PathEncoder*>(system.encoder.get()) !=
         nullptr;
}

const model::PathEncoder& path_encoder_of(const model::StepSystem& system) {
  const auto* encoder =
      dynamic_cast<const model::PathEncoder*>(system.encoder.get());
  CATENARY_CHECK(encoder != nullptr, "the system's paths can be followed");
  return *encoder;
}

}  // namespace catenary::engine::classes
