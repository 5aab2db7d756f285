// SPDX-License-Identifier: Apache-2.0
/// \file
/// What suites beside a model say of its elements.
#pragma once

#include <string>
#include <vector>

#include "lsp/document.h"

namespace catenary::lsp {

/// A line above an element.
struct Lens {
  Range where;
  std::string title;
};

/// What the suites in the folder of the document say: for elements with goals
/// which tests cover them, or that they are unreachable or open; for
/// requirements how many tests are about them. A suite belongs to the document
/// if its model has the same file name. One that was made for another text is
/// said to be stale, and nothing else of it: by the digest, or for state
/// machines and programs, whose digests are of what is compiled, by the times
/// of the files. Cost: reads the JSON files of the folder that begin like
/// suites, 200 at most, up to 16 MiB each.
[[nodiscard]] std::vector<Lens> suite_lenses(const Document& document);

}  // namespace catenary::lsp
