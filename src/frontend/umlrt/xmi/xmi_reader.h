// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a Papyrus-RT file to a model: the meaning of each element. Everything
/// in the file is read, or counted as irrelevant to behaviour, or listed as not
/// supported; nothing is dropped in silence. Internal to frontend/umlrt.
///
/// UML-RT in XMI: a capsule is a Class with the stereotype Capsule, a protocol
/// is a Collaboration in a ProtocolContainer whose Interfaces have the messages
/// as operations, and C++ is in opaque behaviours and in attributes of
/// stereotypes.
#pragma once

#include <fmt/format.h>
#include <cstdint>

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "frontend/umlrt/xmi/xmi_document.h"
#include "frontend/umlrt/xmi/xmi_inheritance.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Reads one file; use it once.
class XmiReader {
 public:
  using Element = base::XmlElement;

  /// The arguments must outlive the reader.
  XmiReader(const Element& root,
            std::string_view text,
            const std::string& path);

  /// The model, with qualified names. Throws base::InputError with all errors
  /// of the file. Order: protocols, types, headers, capsules, each in the order
  /// of the file.
  [[nodiscard]] model::MachineModel read();

 private:
  /// The relation of an interface to a protocol. A protocol receives the
  /// messages of interfaces that it realises, and sends those of interfaces
  /// that it uses.
  struct Role {
    const Element* interface = nullptr;
    bool realised = false, used = false;
  };

  // The file as a whole (xmi_reader.cpp).
  /// Sorts the elements of a package, and of packages within it, by kind.
  void collect(const Element& package);
  /// Sorts one element; of a protocol also the relations to its interfaces.
  void collect_element(const Element& e);
  /// Puts classes together with what they inherit, before any is read.
  void prepare_inheritance();
  /// Lists what of the inheritance of an element is not supported.
  void report_inheritance(const Element& e);
  /// Lists or counts applications of stereotypes that are not read.
  void check_stereotypes();
  /// Records a Usage or (`realises`) a Realization for its protocol.
  void relate(const Element& relation, bool realises);
  /// Reads a protocol: the messages of its ancestors and of its interfaces,
  /// those received first.
  void read_protocol(const Element& e, model::Protocol& out);
  /// Reads an enumeration or a data type with its fields.
  void read_type(const Element& own, model::MachineType& out);
  /// Reads the value of the last enumerator.
  void read_enumerator_value(const Element& literal, model::MachineType& out);
  /// Drops the values 0, 1, …, and warns of others.
  void drop_usual_values(const Element& e, model::MachineType& out);
  /// Reads an artifact: C++ that all capsules share.
  void read_header(const Element& e);

  // Messages (xmi_message.cpp).
  /// A message while its protocol is read.
  struct Message {
    /// Its operation, and those that it redefines; not empty.
    std::vector<const Element*> origins;
    model::MachineMessage read;
    /// Whether an ancestor of the protocol has it.
    bool inherited = false;
  };
  /// The messages of `protocol` and of its ancestors, those of the first
  /// ancestor first.
  [[nodiscard]] std::vector<Message> messages(const Element& protocol);
  /// Adds the messages of one protocol, without its ancestors, to those that it
  /// inherits.
  void add_messages(const Element& protocol, std::vector<Message>& out);
  /// Adds one message, lays it over the one that it redefines, or excludes
  /// that. `own`: of an interface of the protocol, not of a parent's.
  void add_message(const Element& operation,
                   model::MessageDirection direction,
                   bool own,
                   std::vector<Message>& out);
  /// Sets the message of an operation in the protocol of the trigger's ports,
  /// or in any protocol where no port has one with it; false where the ports
  /// have several. Requires: the operation is one of a message.
  [[nodiscard]] bool find_message(const Element& operation,
                                  const model::Capsule& owner,
                                  model::Trigger& t) const;

  // Capsules (xmi_capsule.cpp). `e` is the element, `out` its model.
  /// Reads everything of a capsule. Requires: types and protocols are read.
  void read_capsule(const Element& own, model::Capsule& out);
  /// The C++ of its properties, that of its ancestors first.
  void read_capsule_code(const Element& own, model::Capsule& out);
  /// Reads an attribute, a part or a port, by type and stereotypes.
  void read_property(const Element& e, model::Capsule& out);
  /// Whether the capsule has an attribute that says the same in all; the second
  /// is left out, with a warning. C++ would refuse the class.
  bool is_doubled(const model::MachineVariable& v,
                  const model::Capsule& capsule);
  /// Reads a port; one without a known protocol is listed as not supported.
  void read_port(const Element& e, model::Capsule& out);
  /// Reads a connector with two ends; others are listed.
  void read_connector(const Element& e, model::Capsule& out);
  /// Reads an operation of the class `owner` with the C++ of its method.
  void read_operation(const Element& e,
                      const std::string& owner,
                      std::vector<model::Operation>& out);
  /// Finds the state machine among the behaviours, and reads it.
  void read_behaviours(const Element& e, model::Capsule& out);
  /// Reads parameters of an operation or message. The type of the return
  /// parameter goes to `result`; with nullptr it is a parameter like others.
  void read_parameters(const Element& e,
                       std::vector<model::MachineVariable>& out,
                       std::string* result);
  /// Reads an attribute or parameter.
  [[nodiscard]] model::MachineVariable variable(const Element& e);
  /// The C++ type of a property or parameter; empty where it has none.
  [[nodiscard]] std::string type_text(const Element& e);
  /// The type of a variable whose type is not known, which is reported.
  [[nodiscard]] std::string unknown_type(const Element& e,
                                         const std::string& type);
  /// Appends C++ of a parent's child to that of the parent.
  static void append(model::ActionCode& to, const model::ActionCode& more);
  /// The bound of a multiplicity: "1", "*", or a C++ constant expression.
  [[nodiscard]] std::string bound_text(const Element& e, const char* role);
  /// The initial value as a C++ expression; empty where there is none.
  [[nodiscard]] model::ActionCode default_value(const Element& e);

  // State machines (xmi_machine.cpp). `parent` is the state around an element,
  // kNoIndex for the top region.
  /// Reads a machine: its vertices, then its transitions.
  void read_machine(const Element& e, model::Capsule& out);
  /// Reads the vertices of a region and remembers its transitions.
  void read_region(const Element& e,
                   std::uint32_t parent,
                   model::StateMachine& out);
  /// Reads a state or pseudostate; one that is not supported gets no index.
  void read_vertex(const Element& e,
                   std::uint32_t parent,
                   model::StateMachine& out);
  /// Reads what is in the state with that index: actions, boundary points and
  /// its region.
  void read_state(const Element& e,
                  std::uint32_t index,
                  model::StateMachine& out);
  /// Reads a transition. Requires: all vertices of the machine are read.
  void read_transition(const Element& e,
                       std::uint32_t parent,
                       model::Capsule& out);
  /// Reads a trigger of a transition; false where it is not added to others.
  bool add_trigger(const Element& e,
                   model::Capsule& owner,
                   model::Transition& t);
  /// Whether the event of a trigger is in another file, which is not read.
  [[nodiscard]] bool is_elsewhere(const Element& trigger) const;
  /// Notes the ports of such a trigger, or all that it may have.
  void note_unknown_trigger(const Element& e,
                            const model::Capsule& owner,
                            model::Transition& t);
  /// Reads the ports and the event of a trigger; false where its event is not
  /// supported, which is listed.
  [[nodiscard]] bool read_trigger(const Element& e,
                                  model::Capsule& owner,
                                  model::Trigger& t);
  /// Reads the event of a trigger that is not one of the run time.
  [[nodiscard]] bool read_event(const Element& e,
                                const model::Capsule& owner,
                                model::Trigger& t);
  /// The index of the vertex at that end of a transition ("source", "target");
  /// kNoIndex where it is missing or not supported.
  [[nodiscard]] std::uint32_t vertex(const Element& e, const char* end);

  // All of them.
  /// Whether the element has no name because it redefines one of another file,
  /// which is listed.
  [[nodiscard]] bool redefines_unread(const Element& e);
  /// Sets name and location of an element.
  template <typename Out>
  void identify(const Element& e, Out& out) const {
    out.name = XmiDocument::plain(e, "name");
    out.where = e.where;
  }
  /// The same for an element that C++ or other elements refer to by name:
  /// without a name it is an error.
  template <typename Out>
  void identify_named(const Element& e, Out& out, const char* what) {
    identify(e, out);
    if (!out.name.empty()) return;
    problems_.error({e.where.line, e.where.column},
                    fmt::format("{} has no name; expected one", what),
                    "name-missing");
  }
  /// The C++ in an opaque element, and that in an attribute of a stereotype
  /// (empty for nullptr), with the location of each line.
  [[nodiscard]] model::ActionCode code(const Element& e);
  [[nodiscard]] model::ActionCode code(const Element* stereotype,
                                       std::string_view attribute);
  /// Lists the children of `e` that are not of the roles `known`, except for
  /// comments and the like, and attributes that change the meaning of an
  /// element. `owner` is the qualified name of `e`.
  void rest(const Element& e,
            std::string_view owner,
            std::initializer_list<std::string_view> known);
  /// Lists an element as not supported, under the qualified name of what is
  /// being read.
  void unsupported(const Element& e, const std::string& what);
  /// Counts what does not matter to behaviour, by kind.
  void ignore(const std::string& what) { ++ignored_[what]; }

  /// Errors and warnings; a reference to it is in `document_`.
  base::Problems problems_;
  XmiDocument document_;
  XmiInheritance inheritance_{document_};
  std::string path_;
  model::MachineModel out_;
  /// The index of the capsule that is being read; kNoIndex outside capsules.
  std::uint32_t capsule_ = model::kNoIndex;
  /// The same for protocols and types.
  std::uint32_t protocol_ = model::kNoIndex, type_ = model::kNoIndex;
  /// The qualified name of what is being read, for reports.
  std::string owner_;

  // Elements by kind, in the order of the file.
  std::vector<const Element*> capsules_, protocols_, types_, artifacts_;
  std::unordered_map<const Element*, std::vector<Role>> interfaces_;
  // Where elements have gone, so that references can be resolved.
  std::unordered_map<const Element*, std::uint32_t> protocol_of_;
  std::unordered_map<const Element*, std::string> type_names_;
  /// From the operation of a message to the indices of its protocols, which may
  /// inherit it from each other, and, within these, of the message.
  std::unordered_map<const Element*,
                     std::vector<std::pair<std::uint32_t, std::uint32_t>>>
      message_of_;
  /// Operations of messages that are read as those of their own protocol.
  std::unordered_set<const Element*> own_messages_;
  /// Of the machine that is being read (vertices), and of all capsules (ports).
  std::unordered_map<const Element*, std::uint32_t> port_of_, vertex_of_;
  /// Transitions that wait until all vertices are known, with the state around
  /// them.
  std::vector<std::pair<const Element*, std::uint32_t>> transitions_;
  /// Notes, which are no warnings.
  std::vector<base::Diagnostic> notes_;
  /// How many elements of each kind were irrelevant to behaviour.
  std::map<std::string, std::uint64_t> ignored_;
};

}  // namespace catenary::frontend::umlrt
