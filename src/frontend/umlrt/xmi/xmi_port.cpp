// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads ports of capsules and the connectors between them. Ports of the run
/// time are recognised by the ids of their protocols in the library of UML-RT.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

void XmiReader::read_port(const Element& e, model::Capsule& out) {
  rest(e, out.name, {"type", "lowerValue", "upperValue"});
  model::Port p;
  identify_named(e, p, "this port");
  p.upper = bound_text(e, "upperValue");
  p.conjugated = XmiDocument::is_true(e, "isConjugated");
  p.behaviour = XmiDocument::is_true(e, "isBehavior");
  const Element* s = document_.stereotype(e, "RTPort");
  p.wired = s == nullptr || XmiDocument::plain(*s, "isWired") != "false";
  // Ports of the run time have protocols of the UML-RT library.
  const std::string library = XmiDocument::fragment(e, "type");
  if (library == "_MxQZgGXsEeS_4daqvwyFrg") {
    p.kind = model::PortKind::timing;
  } else if (library == "_6kIb0IeXEeSVyrlWP4nYew") {
    p.kind = model::PortKind::log;
  } else if (library == "_TWVjwGtVEeSCmtGQ-V4nzg") {
    p.kind = model::PortKind::frame;
  } else if (!library.empty()) {
    unsupported(e, "a port of the protocol '" + library + "' of a library");
  } else {
    for (const Element* type : document_.referred(e, "type")) {
      const auto it = protocol_of_.find(type);
      if (it != protocol_of_.end()) p.protocol = it->second;
    }
    if (p.protocol == model::kNoIndex) {
      unsupported(e, "a port without a protocol");
    }
  }
  // Triggers refer to ports by their elements.
  port_of_[&e] = static_cast<std::uint32_t>(out.ports.size());
  out.ports.push_back(std::move(p));
}

void XmiReader::read_connector(const Element& e, model::Capsule& out) {
  owner_ = out.name;
  rest(e, out.name, {"end"});
  model::Connector c;
  identify(e, c);
  std::vector<model::ConnectorEnd> ends;
  for (const Element& end : e.children) {
    if (end.name != "end") continue;
    model::ConnectorEnd& to = ends.emplace_back();
    for (const Element* part : document_.referred(end, "partWithPort")) {
      if (part->name == "ownedAttribute") {
        to.part = XmiDocument::plain(*part, "name");
      } else {
        return unsupported(end, "a part that is a " + XmiDocument::type(*part));
      }
    }
    // "role" is the port at the end of the connector.
    for (const Element* port : document_.referred(end, "role")) {
      if (port->name == "ownedAttribute") {
        to.port = XmiDocument::plain(*port, "name");
      }
    }
    if (to.port.empty()) return unsupported(end, "a connector to no port");
  }
  if (ends.size() != 2) {
    return unsupported(e, "a connector with other than two ends");
  }
  c.from = ends[0];
  c.to = ends[1];
  out.connectors.push_back(std::move(c));
}

}  // namespace catenary::frontend::umlrt
