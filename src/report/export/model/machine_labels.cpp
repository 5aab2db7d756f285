// SPDX-License-Identifier: Apache-2.0
#include "report/export/model/machine_labels.h"

#include <algorithm>

namespace catenary::report {

namespace {

constexpr std::size_t kLongestCode = 40;

}  // namespace

std::string brief_code(const model::ActionCode& code) {
  std::string out = code.text.substr(0, code.text.find('\n'));
  std::replace(out.begin(), out.end(), '\t', ' ');
  bool cut = out.size() < code.text.size();
  if (out.size() > kLongestCode) {
    std::size_t end = kLongestCode;
    // Not within a character of several bytes.
    while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0U) == 0x80U) {
      --end;
    }
    out.resize(end);
    cut = true;
  }
  return out + (cut ? " …" : "");
}

std::string transition_label(const model::MachineModel& model,
                             const model::Capsule& capsule,
                             const model::Transition& t) {
  std::string out = t.name;
  for (const model::Trigger& g : t.triggers) {
    out += "\n" + to_string(model, capsule, g);
    if (!g.guard.empty()) out += " [" + brief_code(g.guard) + "]";
  }
  if (!t.guard.empty()) out += "\n[" + brief_code(t.guard) + "]";
  if (!t.effect.empty()) out += "\n/ " + brief_code(t.effect);
  if (t.kind != model::TransitionKind::external) {
    out += std::string("\n(") + to_string(t.kind) + ")";
  }
  return out;
}

}  // namespace catenary::report
