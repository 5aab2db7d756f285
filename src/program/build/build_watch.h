// SPDX-License-Identifier: Apache-2.0
/// \file
/// A view into build(). It tells a caller that makes the same program in
/// another way (the challenge) how the sources are compiled and where the state
/// is. A caller that generated a source gives it the map from places of that
/// source to those of the model.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "base/text/source_map.h"
#include "program/build/compile.h"

namespace catenary::program {

struct Built;

/// Place of a number of the state in the program's variables, in the order of
/// the scalars of Built::state.
struct ScalarPlace {
  /// Symbol of the variable that contains it.
  std::string symbol;
  /// In bytes from the start of the variable; one for each element.
  std::vector<std::uint64_t> offsets;
};

/// In and out: what the caller says, and results.
struct BuildWatch {
  /// Called before units are compiled, and again whenever more declarations
  /// turn out to be missing. May be empty. Must not throw.
  std::function<void(const CompiledSources&)> on_sources;
  /// Called when inputs, initial choices, outputs and state of the program are
  /// known, and `places` is set, before its native code is made, which takes
  /// longest. May be empty.
  std::function<void(const Built&)> on_interface;
  /// For a generated source: its places in the model. Goals that are made from
  /// Clang's coverage have their places and ids from here. All other places
  /// follow the #line directives in the source.
  base::SourceMap source_map;
  /// Set by build(); empty before.
  std::vector<ScalarPlace> places;
  /// Set by build(): the names of inputs found in the code that are characters
  /// of a text, see model::kCharacter.
  std::set<std::string> characters;
};

/// Like build(recipe, budget), and fills `watch`.
[[nodiscard]] Built build(const Recipe& recipe,
                          const base::Budget& budget,
                          BuildWatch& watch);

struct Workspace;
struct StateLayout;
/// The places of all numbers of the state, in the order in which
/// describe_state() lists them for the same arguments.
[[nodiscard]] std::vector<ScalarPlace> scalar_places(
    const Workspace& w,
    const StateLayout& layout,
    const std::vector<std::uint8_t>& kept);

}  // namespace catenary::program
