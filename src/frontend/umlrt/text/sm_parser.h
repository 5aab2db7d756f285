// SPDX-License-Identifier: Apache-2.0
/// \file
/// From the text of a .sm file to a model. Names may be used before what they
/// name: they are looked up when all is read. Internal to frontend/umlrt.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/umlrt/text/sm_scanner.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

class SmParser {
 public:
  SmParser(std::string_view text, base::Problems& problems)
      : scan_(text, problems), problems_(problems) {}

  /// Faults go to the problems; then the model is not to be used.
  [[nodiscard]] model::MachineModel read();

 private:
  /// "s1::h", from the region it stands in, or "::s1::h", from the top.
  struct Path {
    std::vector<std::string> names;
    bool absolute = false;
    base::Place where;
  };
  struct PendingTrigger {
    std::vector<std::string> ports;
    /// Of the signal; empty = that of the first port.
    std::string protocol;
    /// Empty = any.
    std::string signal;
    base::Place where;
  };
  struct PendingTransition {
    std::uint32_t capsule = 0, transition = 0;
    Path source, target;
    std::vector<PendingTrigger> triggers;
  };
  struct PendingPort {
    std::uint32_t capsule = 0, port = 0;
    std::string protocol;
    base::Place where;
  };

  // Declarations: sm_parser.cpp.
  /// Items up to "}"; `item` passes one, or is false at what it does not know.
  void block(const char* of, const std::function<bool()>& item);
  bool declaration();
  void header();
  void enumeration();
  void data();
  void protocol();
  void capsule();
  bool capsule_item(model::Capsule& c);
  void port(model::Capsule& c);
  void part(model::Capsule& c);
  void connector(model::Capsule& c);
  void operation(model::Capsule& c, bool is_static);
  void parameters(std::vector<model::MachineVariable>& out);
  [[nodiscard]] bool variable(model::MachineVariable& out, bool initial);
  [[nodiscard]] model::ConnectorEnd connector_end();
  [[nodiscard]] std::string bound();
  void code(model::ActionCode& out, const char* what);
  template <typename Element>
  [[nodiscard]] bool identify(Element& out, const char* what);

  // State machines: sm_parse_machine.cpp.
  void machine(model::Capsule& c);
  bool vertex_item(model::Capsule& c, std::uint32_t parent);
  void state(model::Capsule& c, std::uint32_t parent);
  void transition(model::Capsule& c,
                  std::uint32_t parent,
                  model::TransitionKind kind);
  bool transition_item(model::Transition& t, PendingTransition& pending);
  void trigger(model::Transition& t, PendingTransition& pending);
  [[nodiscard]] bool signal(PendingTrigger& p);
  [[nodiscard]] bool path(Path& out);

  // Names: sm_resolve.cpp.
  /// What the name of a signal means where no protocol says.
  [[nodiscard]] static std::optional<model::SignalKind> of_run_time(
      const std::string& name);
  void resolve();
  void resolve_transition(const PendingTransition& pending);
  void resolve_trigger(const PendingTrigger& pending,
                       const model::Capsule& c,
                       model::Trigger& out);
  [[nodiscard]] std::uint32_t find_vertex(const model::StateMachine& machine,
                                          const Path& path,
                                          std::uint32_t parent);
  [[nodiscard]] std::uint32_t find_protocol(const std::string& name,
                                            base::Place where);

  SmScanner scan_;
  base::Problems& problems_;
  model::MachineModel out_;
  std::vector<PendingPort> ports_;
  std::vector<PendingTransition> transitions_;
};

template <typename Element>
bool SmParser::identify(Element& out, const char* what) {
  out.where = problems_.location(scan_.place());
  const auto name = scan_.name(what);
  if (name) out.name = *name;
  return name.has_value();
}

}  // namespace catenary::frontend::umlrt
