// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parser of the text form of state machines (.sm, docs/sm.md): recursive
/// descent with one word of lookahead. Names may be used before their
/// declaration: they are resolved when the whole file is read. Internal to
/// frontend/umlrt.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text/symbols.h"
#include "frontend/umlrt/text/sm_scanner.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Reads one text into a model; use it once.
class SmParser {
 public:
  /// Both must outlive the parser.
  SmParser(std::string_view text, base::Problems& problems)
      : scan_(text, problems), problems_(problems) {}

  /// The model of the text, with qualified names. Reports errors to the
  /// problems; if there are any, the result is incomplete and must not be used.
  /// After an error the parser goes on in the next line, so that one run
  /// reports several.
  [[nodiscard]] model::MachineModel read();
  /// The same; `symbols`, if it is not null, gets those of the text, also of
  /// one with errors: then names are resolved as far as they can be.
  [[nodiscard]] model::MachineModel read(base::SymbolTable* symbols);

 private:
  /// Where a name stands, and its length in bytes, with its quotes.
  struct Mention {
    base::Place where;
    std::size_t length = 0;
  };
  /// A path to a vertex: "s1::h" from the region in which it is written,
  /// outwards; "::s1::h" from the top region.
  struct Path {
    /// The outermost first; never empty after path().
    std::vector<std::string> names;
    bool absolute = false;
    base::Place where;
    /// Those of `names`.
    std::vector<Mention> mentions;
  };
  /// A trigger whose names are not resolved yet; its Trigger in the model has
  /// only its guard.
  struct PendingTrigger {
    /// Empty for any port.
    std::vector<std::string> ports;
    /// The protocol of the signal; empty: that of the first port.
    std::string protocol;
    /// The name of the signal; empty for any signal.
    std::string signal;
    base::Place where;
    /// Those of `ports`, and of the protocol and signal where they are named.
    std::vector<Mention> port_mentions;
    Mention protocol_mention, signal_mention;
  };
  /// A transition whose names are not resolved yet. Indices, since vectors of
  /// the model grow.
  struct PendingTransition {
    /// Index of its capsule, and its index in the machine of that capsule.
    std::uint32_t capsule = 0, transition = 0;
    Path source, target;
    std::vector<PendingTrigger> triggers;
  };
  /// A port whose protocol is not resolved yet.
  struct PendingPort {
    std::uint32_t capsule = 0, port = 0;
    std::string protocol;
    base::Place where;
    std::size_t length = 0;
  };
  /// C++ within a line, e.g. a type.
  struct Piece {
    base::Place where;
    std::string text;
    /// Index of the capsule in which it stands.
    std::uint32_t capsule = 0;
  };

  // Declarations (sm_parser.cpp). A function named after an element is called
  // behind its keyword, and appends the element to the model; what cannot be
  // read is reported and passed to the end of the line.
  /// Reads items up to "}". `item` reads one, or returns false where
  /// it does not know the word; `of` names the block in messages.
  void block(const char* of, const std::function<bool()>& item);
  /// Reads one top-level declaration; false where no keyword of one follows.
  bool declaration();
  /// Reads "header NAME { include … source … }".
  void header();
  /// Reads "enum NAME { LITERAL, … }".
  void enumeration();
  /// Reads "data NAME { preface … declarations … field … operation … }".
  void data();
  /// Reads "protocol NAME { in MESSAGE(…) out … inout … }".
  void protocol();
  void capsule();
  /// Reads one item of a capsule; false as for block().
  bool capsule_item(model::Capsule& c);
  void port(model::Capsule& c);
  void part(model::Capsule& c);
  void connector(model::Capsule& c);
  /// Reads a variable that begins with `word`, or an operation, of a capsule or
  /// type; either may be static. False as for block().
  bool member(std::vector<model::MachineVariable>& variables,
              const char* word,
              std::vector<model::Operation>& operations);
  void operation(std::vector<model::Operation>& out, bool is_static);
  /// Reads "(NAME: TYPE, …)".
  void parameters(std::vector<model::MachineVariable>& out);
  /// Reads "NAME: TYPE[SIZE] = VALUE"; the value only where `initial` is true.
  /// False after an error, which is reported.
  [[nodiscard]] bool variable(model::MachineVariable& out, bool initial);
  /// Reads "PART.PORT" or "PORT".
  [[nodiscard]] model::ConnectorEnd connector_end();
  /// Reads a bound of a multiplicity; it is any C++ expression without "]" and
  /// ".".
  [[nodiscard]] std::string bound();
  /// The index of the capsule that is being read; kNoIndex outside of them.
  [[nodiscard]] std::uint32_t last_capsule() const;
  /// Reads a block of C++; `what` names it in messages.
  void code(model::ActionCode& out, const char* what);
  /// Reads a name and notes where it stands; nothing after an error.
  [[nodiscard]] std::optional<std::string> named(const char* what,
                                                 Mention& mention);
  /// Reads the name of an element and sets its location; false after an error,
  /// which is reported.
  template <typename Element>
  [[nodiscard]] bool identify(Element& out, const char* what);

  // State machines (sm_parse_machine.cpp); `parent` is the state around the
  // item, kNoIndex for the top region.
  /// Reads "machine NAME { … }", whose name may be missing.
  void machine(model::Capsule& c);
  /// Reads a vertex or transition; false as for block().
  bool vertex_item(model::Capsule& c, std::uint32_t parent);
  void state(model::Capsule& c, std::uint32_t parent);
  void transition(model::Capsule& c,
                  std::uint32_t parent,
                  model::TransitionKind kind);
  /// Reads one item of a transition; false as for block().
  bool transition_item(model::Transition& t, PendingTransition& pending);
  /// Reads what stands behind "on".
  void trigger(model::Transition& t, PendingTransition& pending);
  /// Reads the signal of a trigger with ports; false after an error.
  [[nodiscard]] bool signal(PendingTrigger& p);
  /// Reads a path; false after an error, which is reported.
  [[nodiscard]] bool path(Path& out);

  // Resolution of names (sm_resolve.cpp).
  /// The signal that the run time sends under that name, e.g. timeout for
  /// "timeout"; nothing for other names. Names of a protocol have precedence.
  [[nodiscard]] static std::optional<model::SignalKind> of_run_time(
      const std::string& name);
  /// Resolves all names, and gives the elements their qualified names.
  void resolve();
  /// Resolves the ends of a transition, from the region in which it is written,
  /// and its triggers.
  void resolve_transition(const PendingTransition& pending);
  void resolve_trigger(const PendingTrigger& pending,
                       const model::Capsule& c,
                       model::Trigger& out);
  /// The index of the vertex that the path names, as seen from the region
  /// `parent`; kNoIndex, and an error, where there is none.
  [[nodiscard]] std::uint32_t find_vertex(const model::StateMachine& machine,
                                          const Path& path,
                                          std::uint32_t parent);
  /// The index of the protocol; kNoIndex, and an error, where there is none.
  [[nodiscard]] std::uint32_t find_protocol(const std::string& name,
                                            base::Place where);

  // Symbols (sm_symbols.cpp).
  /// Declares all elements of the model, and notes where they are named.
  void fill(base::SymbolTable& symbols) const;
  void fill_capsule(std::uint32_t index, base::SymbolTable& symbols) const;
  /// Notes what the C++ of a capsule, whose symbol is given, names.
  void fill_code(const model::Capsule& c,
                 std::uint32_t capsule,
                 base::SymbolTable& symbols) const;
  void fill_ends(base::SymbolTable& symbols) const;
  void fill_transition(const PendingTransition& pending,
                       base::SymbolTable& symbols) const;

  SmScanner scan_;
  base::Problems& problems_;
  model::MachineModel out_;
  // What is to be resolved, in the order of the text.
  std::vector<PendingPort> ports_;
  std::vector<PendingTransition> transitions_;
  // For symbols only.
  struct PendingPart {
    std::uint32_t capsule = 0;
    std::string type;
    Mention mention;
  };
  struct PendingEnd {
    std::uint32_t capsule = 0;
    model::ConnectorEnd end;
    Mention part, port;
  };
  struct PendingLiteral {
    std::uint32_t type = 0;
    std::string name;
    Mention mention;
  };
  std::vector<PendingPart> parts_;
  std::vector<PendingEnd> ends_;
  std::vector<PendingLiteral> literals_;
  std::vector<Piece> pieces_;
  /// Of the names that are declared, by line and column.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> lengths_;
  /// Whether names that cannot be resolved are nothing to report.
  bool quiet_ = false;
};

template <typename Element>
bool SmParser::identify(Element& out, const char* what) {
  Mention mention;
  const auto name = named(what, mention);
  out.where = problems_.location(mention.where);
  lengths_[{mention.where.line, mention.where.column}] = mention.length;
  if (name) out.name = *name;
  return name.has_value();
}

}  // namespace catenary::frontend::umlrt
