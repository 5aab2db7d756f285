// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names and messages of test-case trees, for reports that write them in
/// another form.
#pragma once

#include <set>
#include <string>

#include "suite/suite.h"

namespace catenary::report {

/// "Button(v0)" with the names of what is sent or observed; "silence" for
/// quiescence.
[[nodiscard]] std::string message_text(const suite::TreeTransition& transition,
                                       const suite::Signature& signature);

/// `text` with everything that is not a letter, digit or '_' replaced by '_',
/// and a letter in front if there is none.
[[nodiscard]] std::string as_identifier(const std::string& text);

/// Different identifiers for different things, in the order of the calls: "x",
/// then "x_2".
class Identifiers {
 public:
  /// An identifier that was not returned before.
  [[nodiscard]] std::string unique(const std::string& wanted);

 private:
  std::set<std::string> used_;
};

}  // namespace catenary::report
