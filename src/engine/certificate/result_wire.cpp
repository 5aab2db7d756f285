// SPDX-License-Identifier: Apache-2.0
#include "engine/certificate/result_wire.h"

#include <cstdint>
#include <vector>

#include "base/wire.h"

namespace catenary::engine::certificate {

namespace {

CertificateResult from_bytes(const std::string& bytes) {
  base::WireReader reader(bytes);
  CertificateResult out;
  std::vector<std::uint32_t> goals;
  std::vector<std::uint32_t> steps;
  reader.get(out.text,
             out.unreachable,
             goals,
             steps,
             out.suite,
             out.why_not,
             out.contradiction);
  for (std::size_t i = 0; i < goals.size(); ++i) {
    out.distances.emplace_back(goals[i], steps.at(i));
  }
  return out;
}

}  // namespace

std::string message(const CertificateResult& result) {
  base::WireWriter writer;
  std::vector<std::uint32_t> goals;
  std::vector<std::uint32_t> steps;
  for (const auto& [goal, least] : result.distances) {
    goals.push_back(goal);
    steps.push_back(least);
  }
  writer.put(result.text,
             result.unreachable,
             goals,
             steps,
             result.suite,
             result.why_not,
             result.contradiction);
  const std::string bytes(writer.bytes());
  return std::to_string(bytes.size()) + "\n" + bytes;
}

void LastResult::take(std::string_view bytes) {
  text_ += bytes;
  for (;;) {
    const std::size_t end = text_.find('\n');
    if (end == std::string::npos) return;
    const std::size_t size = std::stoull(text_);
    if (text_.size() - end - 1 < size) return;
    last_ = from_bytes(text_.substr(end + 1, size));
    text_.erase(0, end + 1 + size);
  }
}

}  // namespace catenary::engine::certificate
