// SPDX-License-Identifier: Apache-2.0
/// \file
/// The description of a mutation, the same for all kinds of models.
#pragma once

#include <string>

#include "base/error.h"

namespace catenary::model {

/// A change of a model. The same model gives the same mutations in the same
/// order.
struct Mutation {
  /// "m001", …; counts all mutations of the model.
  std::string id;
  /// The mutation operator, e.g. "relation", "missing-output".
  std::string kind;
  /// The place that is changed.
  base::SourceLocation where;
  /// For people, e.g. "q1.tr2: cl <= 10 becomes cl < 10".
  std::string text;
};

}  // namespace catenary::model
