// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inheritance of capsules and protocols of Art, on their syntax trees: the
/// result reads as if everything that is inherited were written in the child.
/// Internal to frontend/umlrt.
///
/// Rules: manual of Code RealTime, "Art Language", section "Inheritance".
#pragma once

#include <string>
#include <vector>

#include "frontend/umlrt/art/art_project.h"
#include "frontend/umlrt/art/art_syntax.h"

namespace catenary::frontend::umlrt {

/// A construct that is not supported, for people.
struct ArtRefusal {
  base::SourceLocation where;
  std::string what;
};

/// The capsule with what it inherits; parents come first. What cannot be
/// inherited is added to the refusals.
[[nodiscard]] ArtCapsule with_inherited(const ArtCapsule& capsule,
                                        ArtProject& project,
                                        std::vector<ArtRefusal>& refusals);
[[nodiscard]] ArtProtocol with_inherited(const ArtProtocol& protocol,
                                         ArtProject& project,
                                         std::vector<ArtRefusal>& refusals);

}  // namespace catenary::frontend::umlrt
