// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a Papyrus-RT file to a model: which elements mean what. Everything in
/// the file is read, counted as saying nothing about behaviour, or listed as
/// not supported. Internal to frontend/umlrt.
#pragma once

#include <fmt/format.h>
#include <cstdint>

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "frontend/umlrt/xmi/xmi_document.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

class XmiReader {
 public:
  using Element = base::XmlElement;

  /// The texts must outlive the reader.
  XmiReader(const Element& root,
            std::string_view text,
            const std::string& path);

  /// Throws base::InputError with all faults of the file.
  [[nodiscard]] model::MachineModel read();

 private:
  /// What an interface is to a protocol: it receives what it realises.
  struct Role {
    const Element* interface = nullptr;
    bool realised = false, used = false;
  };

  // Of the file as a whole: xmi_reader.cpp.
  void collect(const Element& package);
  void collect_element(const Element& e);
  void check_stereotypes();
  void relate(const Element& relation, bool realises);
  void read_protocol(const Element& e, model::Protocol& out);
  void read_type(const Element& e, model::MachineType& out);
  void read_header(const Element& e);

  // Of capsules: xmi_capsule.cpp.
  void read_capsule(const Element& e, model::Capsule& out);
  void read_property(const Element& e, model::Capsule& out);
  void read_port(const Element& e, model::Capsule& out);
  void read_connector(const Element& e, model::Capsule& out);
  void read_operation(const Element& e, model::Capsule& out);
  void read_behaviours(const Element& e, model::Capsule& out);
  void read_parameters(const Element& e,
                       std::vector<model::MachineVariable>& out,
                       std::string* result);
  [[nodiscard]] model::MachineVariable variable(const Element& e);
  /// C++ for the type of a property or parameter; "" where there is none.
  [[nodiscard]] std::string type_text(const Element& e);
  /// "1", "*", or a C++ constant.
  [[nodiscard]] std::string bound_text(const Element& e, const char* role);
  [[nodiscard]] model::ActionCode default_value(const Element& e);

  // Of state machines: xmi_machine.cpp.
  void read_machine(const Element& e, model::Capsule& out);
  void read_region(const Element& e,
                   std::uint32_t parent,
                   model::StateMachine& out);
  void read_vertex(const Element& e,
                   std::uint32_t parent,
                   model::StateMachine& out);
  void read_state(const Element& e,
                  std::uint32_t index,
                  model::StateMachine& out);
  void read_transition(const Element& e,
                       std::uint32_t parent,
                       model::Capsule& out);
  /// Whether it says what it waits for; else that is reported.
  [[nodiscard]] bool read_trigger(const Element& e,
                                  model::Capsule& owner,
                                  model::Trigger& t);
  [[nodiscard]] bool read_event(const Element& e, model::Trigger& t);
  [[nodiscard]] std::uint32_t vertex(const Element& e, const char* end);

  // Of all.
  template <typename Out>
  void identify(const Element& e, Out& out) const {
    out.name = XmiDocument::plain(e, "name");
    out.where = e.where;
  }
  /// The same for what C++ or others name: without a name it is an error.
  template <typename Out>
  void identify_named(const Element& e, Out& out, const char* what) {
    identify(e, out);
    if (!out.name.empty()) return;
    problems_.error({e.where.line, e.where.column},
                    fmt::format("{} has no name; expected one", what),
                    "name-missing");
  }
  /// C++ in the body of `e`, in an attribute, in a text.
  [[nodiscard]] model::ActionCode code(const Element& e);
  [[nodiscard]] model::ActionCode code(const Element* stereotype,
                                       std::string_view attribute);
  /// Lists children other than those of these roles and those that never say
  /// anything, and attributes that change what we would understand.
  void rest(const Element& e,
            std::string_view owner,
            std::initializer_list<std::string_view> known);
  void unsupported(const Element& e, const std::string& what);
  void ignore(const std::string& what) { ++ignored_[what]; }

  base::Problems problems_;
  XmiDocument document_;
  std::string path_;
  model::MachineModel out_;
  /// That is being read.
  std::uint32_t capsule_ = model::kNoIndex;
  /// Name of what is being read, for people.
  std::string owner_;

  std::vector<const Element*> capsules_, protocols_, types_, artifacts_;
  std::unordered_map<const Element*, std::vector<Role>> interfaces_;
  std::unordered_map<const Element*, std::uint32_t> protocol_of_;
  std::unordered_map<const Element*, std::string> type_names_;
  std::unordered_map<const Element*, std::pair<std::uint32_t, std::uint32_t>>
      /// Operations.
      message_of_;
  std::unordered_map<const Element*, std::uint32_t> port_of_, vertex_of_;
  std::vector<std::pair<const Element*, std::uint32_t>> transitions_;
  std::map<std::string, std::uint64_t> ignored_;
};

}  // namespace catenary::frontend::umlrt
