// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines of UML-RT: capsules with ports, attributes and a hierarchical
/// state machine whose actions are C++, as Papyrus-RT models them.
///
/// After Selic, Gullekson, Ward, "Real-Time Object-Oriented Modeling", 1994,
/// and Posse, Dingel, "An executable formal semantics for UML-RT", SoSyM 15(1),
/// 2016, doi 10.1007/s10270-014-0399-z.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace catenary::model {

/// Stands for "none" where an index may be missing.
inline constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

/// C++ of the user: without blank lines at its ends, blanks at the end and what
/// all lines are indented by; lines end in '\n' but for the last.
struct ActionCode {
  std::string text;
  /// Where each line begins in the model file; an XML attribute has all of its
  /// lines on one.
  std::vector<base::SourceLocation> lines;
  [[nodiscard]] bool empty() const { return text.empty(); }
};

/// Brings text into that form. `lines`: the place of each of its lines, or
/// empty where places are unknown. Carriage returns before '\n' go.
[[nodiscard]] ActionCode action_code(const std::string& text,
                                     std::vector<base::SourceLocation> lines);

/// What every element has. `qualified` names it for people and is unique among
/// elements of its kind in the file, e.g. "Rover::Engine::IDLE".
struct MachineElement {
  std::string name;
  std::string qualified;
  base::SourceLocation where;
};

/// An attribute, a field or a parameter.
struct MachineVariable : MachineElement {
  std::string type;        ///< C++, e.g. "int", "Parcel*"; empty = not given
  std::string array_size;  ///< C++; empty = no array
  ActionCode initial;      ///< an expression; empty = none
};

enum class MessageDirection : std::uint8_t { in, out, in_out };
struct MachineMessage : MachineElement {
  MessageDirection direction = MessageDirection::in;
  std::vector<MachineVariable> parameters;
};
struct Protocol : MachineElement {
  std::vector<MachineMessage> messages;
};

/// A passive class (a C++ struct) or an enumeration.
struct MachineType : MachineElement {
  bool enumeration = false;
  std::vector<MachineVariable> fields;
  std::vector<std::string> literals;  ///< of an enumeration
  ActionCode preface;                 ///< C++ before it
  ActionCode declarations;            ///< C++ within it
};

/// A header that the model holds as text, with its definitions.
struct ModelHeader : MachineElement {
  ActionCode include;  ///< what NAME.hh holds
  ActionCode source;   ///< what NAME.cc holds
};

enum class PortKind : std::uint8_t { protocol, timing, log, frame };
struct Port : MachineElement {
  PortKind kind = PortKind::protocol;
  std::uint32_t protocol = kNoIndex;  ///< kNoIndex: not of PortKind::protocol
  bool conjugated = false;            ///< directions are the other way round
  bool behaviour = true;    ///< messages reach the state machine, not a part
  bool wired = true;        ///< bound by a connector, else at run time
  std::string upper = "1";  ///< C++: how many there are; "*" = any number
};

struct CapsulePart : MachineElement {
  std::string type;  ///< name of a capsule; empty = of none in the file
  std::string lower = "1", upper = "1";
};
struct ConnectorEnd {
  std::string part;  ///< empty = a port of the capsule itself
  std::string port;
};
struct Connector : MachineElement {
  ConnectorEnd from, to;
};

struct Operation : MachineElement {
  std::vector<MachineVariable> parameters;
  std::string result = "void";  ///< C++ type
  bool is_static = false;
  bool has_body = false;
  ActionCode body;
};

enum class VertexKind : std::uint8_t {
  state,
  initial,
  choice,
  junction,
  deep_history,
  entry_point,
  exit_point
};
[[nodiscard]] const char* to_string(VertexKind kind);

/// `name` is not empty and differs from those of its siblings; connection
/// points and vertices within a state have that state as parent.
struct Vertex : MachineElement {
  VertexKind kind = VertexKind::state;
  std::uint32_t parent = kNoIndex;  ///< a state, or kNoIndex for the machine
  ActionCode entry, exit;           ///< of states
};

enum class SignalKind : std::uint8_t { message, any, timeout, bound, unbound };
struct Trigger {
  base::SourceLocation where;
  std::vector<std::uint32_t> ports;  ///< of the capsule; any of them
  SignalKind signal = SignalKind::message;
  std::uint32_t protocol = kNoIndex, message = kNoIndex;
  ActionCode guard;  ///< empty = none
};

enum class TransitionKind : std::uint8_t { external, internal, local };
[[nodiscard]] const char* to_string(TransitionKind kind);

/// `name` is not empty and unique among those of the same region.
struct Transition : MachineElement {
  TransitionKind kind = TransitionKind::external;
  std::uint32_t source = kNoIndex, target = kNoIndex;  ///< vertices
  std::uint32_t parent = kNoIndex;  ///< the state whose region it is drawn in
  std::vector<Trigger> triggers;
  ActionCode guard;  ///< empty = none
  ActionCode effect;
};

struct StateMachine : MachineElement {
  /// A state comes before what is within it.
  std::vector<Vertex> vertices;
  std::vector<Transition> transitions;

  /// Whether `inner` is `outer` or lies within it; kNoIndex is the machine.
  [[nodiscard]] bool within(std::uint32_t inner, std::uint32_t outer) const;
  /// What lies directly within each vertex, in order; the last entry is what
  /// lies in no state. Cost: linear.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> children() const;
};

struct Capsule : MachineElement {
  std::vector<MachineVariable> attributes;
  std::vector<Port> ports;
  std::vector<CapsulePart> parts;
  std::vector<Connector> connectors;
  std::vector<Operation> operations;
  /// C++ before the class, in its implementation file, within the class.
  ActionCode header_preface, implementation_preface, declarations;
  bool has_machine = false;
  StateMachine machine;
};

/// Something in a file that is understood but not offered.
struct Unsupported {
  std::string qualified;
  base::SourceLocation where;
  std::string what;
  std::uint32_t capsule = kNoIndex;  ///< the one it is in
};

/// All of a model file.
struct MachineModel {
  std::string name;
  std::string path;
  std::string sha256;
  std::string kind;  ///< of the file: "uml" or "sm"
  std::vector<ModelHeader> headers;
  std::vector<MachineType> types;
  std::vector<Protocol> protocols;
  std::vector<Capsule> capsules;
  std::vector<Unsupported> unsupported;
  /// Elements that say nothing about behaviour, e.g. 3 times "Comment".
  std::vector<std::pair<std::string, std::uint64_t>> ignored;
  std::vector<base::Diagnostic> warnings;

  [[nodiscard]] const Capsule* find_capsule(const std::string& name) const;
};

/// Whether a port of that conjugation lets the capsule receive or send it.
[[nodiscard]] bool receives(const Port& port, const MachineMessage& message);
[[nodiscard]] bool sends(const Port& port, const MachineMessage& message);

/// "lockPort.lock", "timer.timeout", "*", several ports as "a|b.lock".
[[nodiscard]] std::string to_string(const MachineModel& model,
                                    const Capsule& capsule,
                                    const Trigger& trigger);

/// Makes names of vertices and transitions as Vertex and Transition say, and
/// fills `qualified` of all elements of every capsule; readers call it last.
void name_elements(MachineModel& model);

}  // namespace catenary::model
