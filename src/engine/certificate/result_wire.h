// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results on their way from the child process that makes certificates: one
/// after the other, each better than the one before.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/certificate/certificate.h"

namespace catenary::engine::certificate {

/// A result as bytes, with their number in front.
[[nodiscard]] std::string message(const CertificateResult& result);

/// The last result that arrived as a whole.
class LastResult {
 public:
  /// The next bytes, however they are divided.
  void take(std::string_view bytes);
  [[nodiscard]] const std::optional<CertificateResult>& result() const {
    return last_;
  }

 private:
  /// The begin of a message.
  std::string text_;
  std::optional<CertificateResult> last_;
};

}  // namespace catenary::engine::certificate
