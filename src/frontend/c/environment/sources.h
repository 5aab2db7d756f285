// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sources of a description: which they are, and what they define.
#pragma once

#include <string>
#include <vector>

#include "base/budget.h"
#include "frontend/c/description.h"
#include "frontend/c/environment/siblings.h"
#include "frontend/c/harness.h"
#include "program/build/recipe.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// The name of main() where Description::rename_main is set.
inline constexpr const char* kRenamedMain = "catenary_user_main";

/// A description with nothing but its source, a C file.
[[nodiscard]] Description bare_description(const std::string& path);

/// Throws InputError where a source is missing or no text, at the place that
/// names it. Comments may be in any encoding.
void require_sources(const Description& d);

/// How the sources are built. `harness` replaces the first one, which it
/// includes; null: sources as they are.
[[nodiscard]] program::Recipe recipe_for(const Description& d,
                                         const HarnessText* harness);

/// What the sources define. Throws what program::take_inventory() throws. Cost:
/// one compilation.
[[nodiscard]] program::Inventory inventory_of(const Description& d,
                                              const base::Budget& budget);

/// The same of a description with one source, with the files beside it that
/// define what it misses, which become sources; see add_siblings(), to whose
/// result `siblings` is set.
[[nodiscard]] program::Inventory inventory_with_siblings(
    Description& d, const base::Budget& budget, Siblings& siblings);

}  // namespace catenary::frontend::c
