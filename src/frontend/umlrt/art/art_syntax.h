// SPDX-License-Identifier: Apache-2.0
/// \file
/// The syntax tree of a file of Art, the language of DevOps Code RealTime: what
/// stands in the file, with names that are not resolved. Internal to
/// frontend/umlrt.
///
/// Language: HCL, "DevOps Code RealTime", chapter "Art Language",
/// https://secure-dev-ops.github.io/code-realtime/art-lang.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// A name and its place.
struct ArtName {
  std::string text;
  base::SourceLocation where;
};

/// C++ behind an attribute, e.g. "[[rt::decl]] `int n;`".
struct ArtSnippet {
  /// E.g. "rt::decl".
  std::string kind;
  base::SourceLocation where;
  model::ActionCode code;
};

/// What an element does with the inherited element of its name.
enum class ArtChange : std::uint8_t { none, redefine, exclude };

struct ArtEvent {
  ArtName name;
  ArtChange change = ArtChange::none;
  model::MessageDirection direction = model::MessageDirection::in;
  /// C++; empty = no data.
  std::string type;
};

struct ArtProtocol {
  ArtName name;
  std::vector<ArtName> bases;
  std::vector<ArtEvent> events;
  std::vector<ArtSnippet> snippets;
};

struct ArtPort {
  ArtName name, type;
  ArtChange change = ArtChange::none;
  bool conjugated = false;
  bool service = false, behaviour = false, notifies = false, unwired = false;
  /// C++.
  std::string upper = "1";
};

struct ArtPart {
  ArtName name, type;
  ArtChange change = ArtChange::none;
  /// Not created with its capsule.
  bool optional = false;
  bool plugin = false;
  std::string lower = "1", upper = "1";
};

struct ArtTrigger {
  base::SourceLocation where;
  ArtName port;
  /// "*" = any.
  ArtName event;
  model::ActionCode guard;
};

/// One end of a transition: "S", "S.point", "initial", "history*".
struct ArtEnd {
  std::vector<std::string> names;
  base::SourceLocation where;
};

struct ArtTransition {
  /// Its text is empty for a transition without a name.
  ArtName name;
  bool redefines = false;
  /// Without ends; it belongs to the state around it.
  bool internal = false;
  ArtEnd source, target;
  std::vector<ArtTrigger> triggers;
  bool has_guard = false, has_effect = false;
  model::ActionCode guard, effect;
};

struct ArtVertex;
/// The content of a state machine or state.
struct ArtRegion {
  std::vector<ArtVertex> vertices;
  std::vector<ArtTransition> transitions;
  /// Inherited transitions that are left out.
  std::vector<ArtName> excluded;
};

/// A state, choice, junction, entry or exit point.
struct ArtVertex {
  ArtName name;
  model::VertexKind kind = model::VertexKind::state;
  ArtChange change = ArtChange::none;
  bool has_entry = false, has_exit = false;
  model::ActionCode entry, exit;
  ArtRegion inside;
};

/// A capsule, or a class with a state machine.
struct ArtCapsule {
  ArtName name;
  bool is_class = false, is_abstract = false;
  std::vector<ArtName> bases;
  /// The C++ classes that it inherits from.
  std::vector<ArtName> cpp_bases;
  std::vector<ArtSnippet> snippets;
  std::vector<ArtPort> ports;
  std::vector<ArtPart> parts;
  std::vector<model::Connector> connectors;
  bool has_machine = false;
  ArtRegion machine;
};

/// A file.
struct ArtFile {
  std::string path;
  std::vector<ArtProtocol> protocols;
  std::vector<ArtCapsule> capsules;
  /// Those that belong to no element.
  std::vector<ArtSnippet> snippets;
  /// Attributes without influence on the behaviour, by their names.
  std::vector<std::string> ignored;
};

}  // namespace catenary::frontend::umlrt
