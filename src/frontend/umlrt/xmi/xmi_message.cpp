// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads the messages of protocols, which may inherit them. The generalization
/// may be that of the protocols, of their interfaces, or of both.
#include <algorithm>
#include <utility>

#include "frontend/umlrt/xmi/xmi_reader.h"

namespace catenary::frontend::umlrt {

std::vector<XmiReader::Message> XmiReader::messages(const Element& protocol) {
  std::vector<Message> out;
  for (const Element* p : inheritance_.lineage(protocol)) {
    for (Message& m : out) m.inherited = true;
    add_messages(*p, out);
  }
  return out;
}

void XmiReader::add_messages(const Element& protocol,
                             std::vector<Message>& out) {
  std::vector<Role> roles = interfaces_[&protocol];
  // The stereotype decides where it says something; it may contradict the
  // relations of a file that was edited.
  const auto direction = [this](const Role& role) {
    const Element* s = document_.stereotype(*role.interface, "RTMessageSet");
    const std::string kind =
        s == nullptr ? "" : XmiDocument::plain(*s, "rtMsgKind");
    if (kind == "in") return model::MessageDirection::in;
    if (kind == "out") return model::MessageDirection::out;
    if (kind == "inOut") return model::MessageDirection::in_out;
    return role.realised && role.used ? model::MessageDirection::in_out
           : role.realised            ? model::MessageDirection::in
                                      : model::MessageDirection::out;
  };
  // In the order in, out, in and out; stable, so that the order of the file
  // decides the rest.
  std::ranges::stable_sort(roles, {}, direction);
  const std::string before = owner_;
  for (const Role& role : roles) {
    for (const Element* i : inheritance_.lineage(*role.interface)) {
      owner_ = before;
      rest(*i,
           XmiDocument::plain(*i, "name"),
           {"ownedOperation", "generalization"});
      // A parent's interface is that of another protocol.
      const bool own = i == role.interface;
      for (const Element& o : i->children) {
        if (o.name == "ownedOperation") {
          add_message(o, direction(role), own, out);
        }
      }
    }
    owner_ = before;
    report_inheritance(*role.interface);
  }
}

void XmiReader::add_message(const Element& operation,
                            model::MessageDirection direction,
                            bool own,
                            std::vector<Message>& out) {
  const auto stands_for = [](const Message& m, const Element* o) {
    return std::ranges::count(m.origins, o) > 0;
  };
  // Both a protocol and its interface may inherit it.
  for (const Message& m : out) {
    if (stands_for(m, &operation)) return;
  }
  auto base = out.end();
  for (const Element* o : document_.referred(operation, "redefinedOperation")) {
    base = std::ranges::find_if(
        out, [&](const Message& m) { return stands_for(m, o); });
  }
  const std::string name = XmiDocument::plain(operation, "name");
  const bool explicitly = base != out.end();
  if (inheritance_.excludes(operation) && explicitly) {
    out.erase(base);
    return;
  }
  if (!explicitly) {
    base = std::ranges::find_if(out, [&](const Message& m) {
      return m.inherited && !name.empty() && m.read.name == name;
    });
  }
  if (!explicitly && redefines_unread(operation)) return;
  // What the redefinition does not say is inherited.
  Message m = explicitly ? *base : Message{};
  const std::string inherited_name = m.read.name;
  identify(operation, m.read);
  if (m.read.name.empty()) m.read.name = inherited_name;
  if (m.read.name.empty()) identify_named(operation, m.read, "this message");
  m.read.direction = direction;
  m.inherited = !own;
  m.origins.insert(m.origins.begin(), &operation);
  owner_ += "::" + m.read.name;
  // A redefinition that is understood is not listed.
  Element said = operation;
  if (explicitly) {
    std::erase_if(said.attributes, [](const base::XmlAttribute& a) {
      return a.prefix.empty() && is_redefinition(a.name);
    });
  }
  std::vector<model::MachineVariable> parameters;
  read_parameters(said, parameters, nullptr);
  if (!parameters.empty() || !explicitly) {
    m.read.parameters = std::move(parameters);
  }
  owner_.resize(owner_.size() - m.read.name.size() - 2);
  if (base == out.end()) {
    out.push_back(std::move(m));
  } else {
    if (!explicitly) {
      m.origins.insert(
          m.origins.end(), base->origins.begin(), base->origins.end());
    }
    *base = std::move(m);
  }
}

bool XmiReader::find_message(const Element& operation,
                             const model::Capsule& owner,
                             model::Trigger& t) const {
  const auto& all = message_of_.at(&operation);
  const std::pair<std::uint32_t, std::uint32_t>* found = nullptr;
  for (const std::uint32_t port : t.ports) {
    for (const auto& one : all) {
      if (one.first != owner.ports[port].protocol) continue;
      if (found != nullptr && *found != one) return false;
      found = &one;
    }
  }
  if (found == nullptr) found = &all.front();
  t.protocol = found->first;
  t.message = found->second;
  return true;
}

}  // namespace catenary::frontend::umlrt
