// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines of UML-RT: capsules with ports, attributes and a hierarchical
/// state machine whose actions are C++, as Papyrus-RT models them.
///
/// After Selic, Gullekson, Ward, "Real-Time Object-Oriented Modeling", 1994,
/// and Posse, Dingel, "An executable formal semantics for UML-RT", SoSyM 15(1),
/// 2016, doi 10.1007/s10270-014-0399-z. Elements refer to each other by index
/// in the vector that owns them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::model {

/// The index that means "none".
inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

/// The C++ type of a variable whose type is one of a library that is not known:
/// values of it are passed on, and code that reads one is wrong.
inline constexpr const char* kUnknownType = "UMLRTUnknownType";

/// C++ of the user: without blank lines at its ends, trailing blanks and common
/// indentation. Lines end in '\n', except for the last one.
struct ActionCode {
  std::string text;
  /// The location at which each line begins in the model file. An XML attribute
  /// has all of its lines on one line of the file.
  std::vector<base::SourceLocation> lines;
  /// Whether there is no code.
  [[nodiscard]] bool empty() const { return text.empty(); }
};

/// Brings text into that form. `places` are those of the lines of `text`, or
/// empty if they are unknown. Carriage returns before '\n' are removed. The
/// text of raw strings is kept.
[[nodiscard]] ActionCode action_code(const std::string& text,
                                     std::vector<base::SourceLocation> places);

/// The common part of all elements. `qualified` is a name for people that is
/// unique among elements of its kind in the file, e.g. "Rover::Engine::IDLE";
/// name_elements() fills it.
struct MachineElement {
  std::string name;
  std::string qualified;
  base::SourceLocation where;
};

/// An attribute of a capsule, a field of a type or a parameter.
struct MachineVariable : MachineElement {
  /// C++, e.g. "int", "Parcel*"; empty = not given.
  std::string type;
  /// C++; empty = not an array.
  std::string array_size;
  /// An expression; empty = none.
  ActionCode initial;
  /// Whether all objects of its class share it, and, of one that they share,
  /// whether it is a constant.
  bool is_static = false, is_constant = false;
};

/// A member function of a capsule or of a passive class.
struct Operation : MachineElement {
  std::vector<MachineVariable> parameters;
  /// The C++ type of the result.
  std::string result = "void";
  bool is_static = false;
  bool has_body = false;
  ActionCode body;
};

/// The direction from the point of view of a port that is not conjugated.
enum class MessageDirection : std::uint8_t { in, out, in_out };
/// A message of a protocol.
struct MachineMessage : MachineElement {
  MessageDirection direction = MessageDirection::in;
  std::vector<MachineVariable> parameters;
};
/// The messages that ports of one kind exchange.
struct Protocol : MachineElement {
  std::vector<MachineMessage> messages;
};

/// A passive class (a C++ struct) or an enumeration.
struct MachineType : MachineElement {
  bool enumeration = false;
  std::vector<MachineVariable> fields;
  /// The member functions of a passive class.
  std::vector<Operation> operations;
  /// The enumerators of an enumeration.
  std::vector<std::string> literals;
  /// Their values, where the model says others than 0, 1, …; else empty. UML
  /// has them; Papyrus-RT's generator numbers enumerators in their order.
  std::vector<std::int64_t> values;
  /// C++ that is placed before the type.
  ActionCode preface;
  /// C++ that is placed within the type.
  ActionCode declarations;
};

/// A header that the model contains as text, together with its definitions.
struct ModelHeader : MachineElement {
  /// The content of NAME.hh.
  ActionCode include;
  /// The content of NAME.cc.
  ActionCode source;
};

/// The other end of a port: another capsule, or a service of the run-time
/// system.
enum class PortKind : std::uint8_t { protocol, timing, log, frame };
/// A port of a capsule.
struct Port : MachineElement {
  PortKind kind = PortKind::protocol;
  /// Index of the protocol; kNoIndex for other kinds than PortKind::protocol.
  std::uint32_t protocol = kNoIndex;
  /// The directions of all messages are reversed.
  bool conjugated = false;
  /// Messages reach the state machine, not a part.
  bool behaviour = true;
  /// Bound by a connector; otherwise bound at run time.
  bool wired = true;
  /// The multiplicity, a C++ expression; "*" = any number.
  std::string upper = "1";
};

/// An instance of a capsule within a capsule.
struct CapsulePart : MachineElement {
  /// The name of a capsule; empty = not one of this file.
  std::string type;
  std::string lower = "1", upper = "1";
  /// A plug-in part: its instances are those of other parts, imported at run
  /// time.
  bool plugin = false;
  /// Whether the user left it out of the system that is tested, so that it is
  /// part of the environment.
  bool outside = false;
};
/// One end of a connector.
struct ConnectorEnd {
  /// Empty = a port of the capsule itself.
  std::string part;
  std::string port;
};
/// Connects two ports.
struct Connector : MachineElement {
  ConnectorEnd from, to;
};

/// The kinds of vertices of a state machine.
enum class VertexKind : std::uint8_t {
  state,
  initial,
  choice,
  junction,
  deep_history,
  entry_point,
  exit_point
};
/// The name for people, e.g. "entry point".
[[nodiscard]] const char* to_string(VertexKind kind);

/// A node of the state machine. `name` is not empty and differs from those of
/// its siblings. The parent of connection points and of vertices within a state
/// is that state.
struct Vertex : MachineElement {
  VertexKind kind = VertexKind::state;
  /// The state that contains it, or kNoIndex for the machine.
  std::uint32_t parent = kNoIndex;
  /// Actions of states.
  ActionCode entry, exit;
};

/// The event that a trigger reacts to: a message, any message, the time-out of
/// a timer, or the binding of a port.
enum class SignalKind : std::uint8_t { message, any, timeout, bound, unbound };
/// An event that may fire a transition.
struct Trigger {
  base::SourceLocation where;
  /// Indices of ports of the capsule; any of them.
  std::vector<std::uint32_t> ports;
  SignalKind signal = SignalKind::message;
  /// Indices of the message, if `signal` is `message`.
  std::uint32_t protocol = kNoIndex, message = kNoIndex;
  /// Empty = none. The transition's own guard must hold, too.
  ActionCode guard;
};

/// Whether the source state is left: external yes, internal no, local only if
/// the target lies outside.
enum class TransitionKind : std::uint8_t { external, internal, local };
/// The name of the enumerator.
[[nodiscard]] const char* to_string(TransitionKind kind);

/// An edge of the state machine. `name` is not empty and unique among the
/// transitions of its region.
struct Transition : MachineElement {
  TransitionKind kind = TransitionKind::external;
  /// Indices of vertices.
  std::uint32_t source = kNoIndex, target = kNoIndex;
  /// The state in whose region it is drawn; kNoIndex for the machine.
  std::uint32_t parent = kNoIndex;
  /// Any of them fires it; empty for edges of pseudostates.
  std::vector<Trigger> triggers;
  /// Indices of ports on which other triggers wait whose messages are not
  /// known: a run ends where one of these may come.
  std::vector<std::uint32_t> unknown_ports;
  /// Empty = none.
  ActionCode guard;
  ActionCode effect;
};

/// Whose rules a state machine follows where they differ; docs/semantics.md
/// lists the differences. Papyrus-RT: its code generator (E. Posse, "Flattening
/// UML-RT State Machines", Zeligsoft, 2014) and run-time system; UML: the
/// standard, version 2.5.1, section 14; Code RealTime: its manual, chapters
/// "Art Language" and "Target RTS", release 3.5.0.
enum class Semantics : std::uint8_t { papyrus_rt, uml, code_realtime };
/// The name of the value of `--semantics`, e.g. "papyrus-rt".
[[nodiscard]] const char* to_string(Semantics semantics);
/// The reverse; nothing for other texts.
[[nodiscard]] std::optional<Semantics> semantics_of(std::string_view name);

/// A hierarchical state machine as a graph.
struct StateMachine : MachineElement {
  /// A state precedes the vertices within it.
  std::vector<Vertex> vertices;
  std::vector<Transition> transitions;

  /// Whether vertex `inner` is `outer` or lies within it; kNoIndex is the
  /// machine, which contains all vertices. Cost: linear in the depth.
  [[nodiscard]] bool within(std::uint32_t inner, std::uint32_t outer) const;
  /// The vertices that lie directly within each vertex, in order; the last
  /// entry has those that lie in no state. Cost: linear.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> children() const;
};

struct MachineModel;

/// An active class: structure and behaviour.
struct Capsule : MachineElement {
  std::vector<MachineVariable> attributes;
  std::vector<Port> ports;
  std::vector<CapsulePart> parts;
  std::vector<Connector> connectors;
  std::vector<Operation> operations;
  /// C++ that is placed before the class, in its implementation file, and
  /// within the class.
  ActionCode header_preface, implementation_preface, declarations;
  /// C++ that is placed behind the class: definitions of its members.
  ActionCode definitions;
  /// Whether it has behaviour; else `machine` is empty.
  bool has_machine = false;
  StateMachine machine;
  /// Whether it is tested as a system, with all its parts that are not outside.
  bool as_system = false;
  /// Which parts the user chose, as CapsulePart::outside says it: "[a,b]" as
  /// behind the name of the capsule; empty = no choice.
  std::string selection;
  /// The user's assumption about what the environment sends, as a protocol
  /// state machine: the only capsule of this model that has a machine. Null =
  /// no assumption.
  std::shared_ptr<const MachineModel> assumption;
};

/// A construct of a file that is understood but not supported.
struct Unsupported {
  std::string qualified;
  base::SourceLocation where;
  /// For people.
  std::string what;
  /// The capsule in which it is; kNoIndex = none. The same for the protocol and
  /// the type.
  std::uint32_t capsule = kNoIndex, protocol = kNoIndex, type = kNoIndex;
  /// Whether it stands beside capsules, protocols and types, so that it matters
  /// to those alone that refer to it, which have findings of their own.
  bool aside = false;
};

/// The content of a model file.
struct MachineModel {
  std::string name;
  std::string path;
  std::string sha256;
  /// The format of the file: "uml", "sm" or "art".
  std::string kind;
  /// That of the tool which wrote the file; the user may choose another.
  Semantics semantics = Semantics::papyrus_rt;
  std::vector<ModelHeader> headers;
  std::vector<MachineType> types;
  std::vector<Protocol> protocols;
  std::vector<Capsule> capsules;
  std::vector<Unsupported> unsupported;
  /// Elements without influence on the behaviour, and how often they occur,
  /// e.g. 3 times "Comment".
  std::vector<std::pair<std::string, std::uint64_t>> ignored;
  std::vector<base::Diagnostic> warnings;

  /// The capsule of that name or qualified name, or nullptr.
  [[nodiscard]] const Capsule* find_capsule(const std::string& wanted) const;
};

/// Whether the capsule can receive, or send, this message through the port,
/// which depends on the conjugation of the port.
[[nodiscard]] bool receives(const Port& port, const MachineMessage& message);
[[nodiscard]] bool sends(const Port& port, const MachineMessage& message);

/// The text of a trigger: "lockPort.lock", "timer.timeout", "*"; with several
/// ports "a|b.lock".
[[nodiscard]] std::string to_string(const MachineModel& model,
                                    const Capsule& capsule,
                                    const Trigger& trigger);

/// Completes the names of vertices and transitions as Vertex and Transition
/// require, and fills `qualified` of all elements of every capsule. Readers
/// call it last.
void name_elements(MachineModel& model);

}  // namespace catenary::model
