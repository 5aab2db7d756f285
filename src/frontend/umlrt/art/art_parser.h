// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parser of Art: recursive descent over tokens, in which C++ is one token
/// from backquote to backquote. Internal to frontend/umlrt.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/token_parser.h"
#include "frontend/umlrt/art/art_syntax.h"

namespace catenary::frontend::umlrt {

/// The syntax tree of the text. Reports errors to the problems; if there are
/// any, the tree is incomplete. Cost: linear.
[[nodiscard]] ArtFile parse_art_file(std::string_view text,
                                     const std::string& path,
                                     base::Problems& problems);

/// Reads the tokens of one file; use it once.
class ArtParser : base::TokenParser {
 public:
  /// Both must outlive the parser.
  ArtParser(const std::vector<base::Token>& tokens, base::Problems& problems)
      : TokenParser(tokens, problems) {}

  [[nodiscard]] ArtFile read();

 private:
  // Each function reads what it is named after, at its first token, or throws
  // Fault.

  /// Reads items up to "}"; after an error it goes on behind the item's ";".
  void items(const char* of, const std::function<void()>& item);
  /// Reads "one, one, …;".
  void list(const char* of, const std::function<void()>& one);
  /// Passes what is left of an item.
  void recover();
  void declaration();
  void protocol();
  void events(ArtProtocol& p, model::MessageDirection direction);
  /// Reads "capsule …" or "class …".
  void capsule();
  void bases(ArtCapsule& c);
  void capsule_item(ArtCapsule& c);
  /// Whether the declaration of a port or part begins, whatever words stand
  /// before "port" and "part".
  [[nodiscard]] bool sees_member(std::string_view keyword) const;
  void ports(ArtCapsule& c);
  void parts(ArtCapsule& c);
  void connectors(ArtCapsule& c);
  [[nodiscard]] model::ConnectorEnd connector_end();
  /// Passes the operations of a class.
  void operations();
  void template_parameters();

  // State machines (art_parse_machine.cpp).
  void region_item(ArtRegion& r, ArtVertex* around);
  void states(ArtRegion& r);
  void vertices(ArtRegion& r, model::VertexKind kind);
  void state_body(ArtVertex& v);
  void transition(ArtRegion& r);
  void transition_behind_name(ArtTransition& t);
  [[nodiscard]] ArtEnd transition_end();
  [[nodiscard]] ArtTrigger trigger();

  /// Reads "redefine" or "exclude", if one of them stands there.
  [[nodiscard]] ArtChange change();
  /// Reads attributes "[[…]]"; what has C++ goes to `snippets`, if given.
  void attributes(std::vector<ArtSnippet>* snippets);
  /// Reads one, without what stands around it.
  [[nodiscard]] ArtSnippet attribute();
  [[nodiscard]] ArtName name(const char* what);
  [[nodiscard]] bool sees_code() const;
  /// "[["; a single bracket is something else.
  [[nodiscard]] bool sees_attribute() const {
    return peek().is("[") && peek(1).is("[");
  }
  [[nodiscard]] model::ActionCode code(const char* what);
  /// Reads C++ that stands for a type or number: one line without blanks at its
  /// ends.
  [[nodiscard]] std::string code_text(const char* what);
  /// Reads "[n]", "[n..m]", with numbers, "*" or C++; nothing changes where no
  /// "[" follows.
  void multiplicity(std::string& lower, std::string& upper);
  [[nodiscard]] std::string bound();
  [[nodiscard]] base::SourceLocation location() const {
    return problems_.location(peek().where);
  }

  ArtFile out_;
};

}  // namespace catenary::frontend::umlrt
