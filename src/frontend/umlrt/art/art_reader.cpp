// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/art/art_reader.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "frontend/umlrt/code/code_text.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;

/// Appends C++ behind other C++.
void append(model::ActionCode& into, const model::ActionCode& more) {
  if (more.empty()) return;
  if (!into.empty()) into.text += '\n';
  into.text += more.text;
  into.lines.insert(into.lines.end(), more.lines.begin(), more.lines.end());
}

/// Functions of the run-time system that a capsule may replace, which changes
/// what a message does.
constexpr std::array kHooks = {"unexpectedMessage",
                               "unhandledMessage",
                               "messageReceivedBeforeInitialized",
                               "rtsBehavior",
                               "enterStateV",
                               "exitStateV"};

}  // namespace

model::MachineModel ArtReader::read() {
  const ArtFile& main = project_.main();
  for (const ArtProtocol& p : main.protocols) {
    (void)protocol(p.name);
  }
  for (const ArtCapsule& c : main.capsules) {
    if (c.is_class) {
      out_.unsupported.push_back(
          {c.name.text,
           c.name.where,
           "a class with a state machine: its operations are called, and it "
           "receives no messages",
           kNoIndex,
           kNoIndex,
           kNoIndex,
           true});
    } else if (known_.insert(c.name.text).second) {
      open_.push_back(&c);
    }
  }
  while (!open_.empty()) {
    const ArtCapsule* next = open_.front();
    open_.pop_front();
    capsule(*next);
  }
  for (const std::string& name : main.ignored) {
    const auto known = std::ranges::find(
        out_.ignored, name, &std::pair<std::string, std::uint64_t>::first);
    if (known == out_.ignored.end()) {
      out_.ignored.emplace_back(name, 1);
    } else {
      ++known->second;
    }
  }
  model::name_elements(out_);
  return std::move(out_);
}

void ArtReader::refuse(const base::SourceLocation& where, std::string what) {
  out_.unsupported.push_back({out_.capsules[current_].qualified,
                              where,
                              std::move(what),
                              current_,
                              kNoIndex,
                              kNoIndex,
                              false});
}

void ArtReader::capsule(const ArtCapsule& written) {
  current_ = static_cast<Index>(out_.capsules.size());
  vertices_.clear();
  notifying_.clear();
  connected_.clear();
  model::Capsule& out = out_.capsules.emplace_back();
  out.name = out.qualified = written.name.text;
  out.where = out.machine.where = written.name.where;
  std::vector<ArtRefusal> refusals;
  const ArtCapsule c = with_inherited(written, project_, refusals);
  for (ArtRefusal& r : refusals) refuse(r.where, std::move(r.what));
  for (const ArtName& base : c.cpp_bases) {
    refuse(base.where, "the C++ class '" + base.text + "' as a parent");
  }
  snippets(c, out);
  connectors(c, out);
  ports(c, out);
  parts(c, out);
  out.has_machine = c.has_machine;
  out.machine.name = "machine";
  vertices(c.machine, kNoIndex, out);
  transitions(c.machine, kNoIndex, out);
}

void ArtReader::snippets(const ArtCapsule& c, model::Capsule& out) {
  model::ActionCode endings;
  for (const ArtSnippet& s : c.snippets) {
    included(s.code);
    if (s.kind == "rt::header_preface") {
      append(out.header_preface, s.code);
    } else if (s.kind == "rt::impl_preface") {
      append(out.implementation_preface, s.code);
    } else if (s.kind == "rt::decl") {
      append(out.declarations, s.code);
    } else if (s.kind == "rt::impl" || s.kind == "rt::header_ending") {
      append(out.definitions, s.code);
    } else if (s.kind == "rt::impl_ending") {
      append(endings, s.code);
    } else if (s.kind != "rt::create" && s.kind != "rt::destroy") {
      refuse(s.where, "the code snippet " + s.kind);
    }
  }
  append(out.definitions, endings);
  for (const char* hook : kHooks) {
    const std::string declared = bare(out.declarations.text);
    if (!has_word(declared, hook)) continue;
    refuse(out.where,
           std::string("its own function ") + hook +
               "(), which replaces one of the run-time system");
  }
}

void ArtReader::included(const model::ActionCode& code) {
  const std::string_view ending = ".art.h\"";
  for (std::size_t at = 0;
       (at = code.text.find(ending, at)) != std::string::npos;
       ++at) {
    const std::size_t quote = code.text.rfind('"', at);
    if (quote == std::string::npos) continue;
    const std::string name =
        code.text.substr(quote + 1, at + ending.size() - quote - 2);
    const ArtFile* file = project_.included_as(name);
    if (file == nullptr || !headers_.insert(file).second) continue;
    model::ModelHeader h;
    h.name = h.qualified = name;
    h.where = {file->path, 1, 1};
    // What a header includes comes before it.
    for (const ArtSnippet& s : file->snippets) included(s.code);
    for (const char* kind : {"rt::decl", "rt::impl"}) {
      for (const ArtSnippet& s : file->snippets) {
        if (s.kind == kind) append(h.include, s.code);
      }
    }
    if (!h.include.empty()) out_.headers.push_back(std::move(h));
  }
}

void ArtReader::ports(const ArtCapsule& c, model::Capsule& out) {
  for (const ArtPort& p : c.ports) port(p, out);
}

void ArtReader::port(const ArtPort& p, model::Capsule& out) {
  model::Port made;
  made.name = p.name.text;
  made.where = p.name.where;
  made.conjugated = p.conjugated;
  made.wired = !p.unwired;
  // An unwired port always is a behaviour port. A wired one that nothing can
  // be connected to receives nothing.
  const bool reachable =
      p.service || p.unwired || connected_.contains(p.name.text);
  made.behaviour = (p.behaviour && reachable) || p.unwired;
  made.upper = p.upper;
  const std::string& type = p.type.text;
  const bool declared = !project_.protocols(type).empty();
  if (!declared && type == "Timing") {
    made.kind = model::PortKind::timing;
  } else if (!declared && type == "Log") {
    made.kind = model::PortKind::log;
  } else if (!declared && type == "Frame") {
    made.kind = model::PortKind::frame;
  } else {
    made.protocol = protocol(p.type);
  }
  if (made.kind != model::PortKind::protocol && p.upper != "1") {
    refuse(p.name.where, "several ports of a service of the run-time system");
  }
  if (p.notifies) notifying_.insert(static_cast<Index>(out.ports.size()));
  out.ports.push_back(std::move(made));
}

void ArtReader::parts(const ArtCapsule& c, model::Capsule& out) {
  for (const ArtPart& p : c.parts) {
    model::CapsulePart made;
    made.name = p.name.text;
    made.where = p.name.where;
    made.lower = p.lower;
    made.upper = p.upper;
    made.plugin = p.plugin;
    const auto all = project_.capsules(p.type.text);
    if (all.size() == 1 && !all.front()->is_class) {
      made.type = p.type.text;
      if (known_.insert(made.type).second) open_.push_back(all.front());
    }
    out.parts.push_back(std::move(made));
  }
}

void ArtReader::connectors(const ArtCapsule& c, model::Capsule& out) {
  for (const model::Connector& k : c.connectors) {
    for (const model::ConnectorEnd* e : {&k.from, &k.to}) {
      if (e->part.empty()) connected_.insert(e->port);
    }
    out.connectors.push_back(k);
  }
}

ArtReader::Index ArtReader::protocol(const ArtName& name) {
  const auto known = protocols_.find(name.text);
  if (known != protocols_.end()) return known->second;
  const auto all = project_.protocols(name.text);
  if (all.size() == 1) {
    add_protocol(*all.front());
    return protocols_[name.text];
  }
  if (out_.capsules.empty()) {
    // A protocol of this file that is declared twice; its ports say so.
    return kNoIndex;
  }
  const bool service = name.text == "External" || name.text == "Exception";
  refuse(name.where,
         service       ? "a port of the predefined protocol '" + name.text + "'"
         : all.empty() ? "there is no protocol '" + name.text +
                             "' in the files of the folder"
                       : "there are several protocols '" + name.text + "'");
  return kNoIndex;
}

void ArtReader::add_protocol(const ArtProtocol& written) {
  const auto index = static_cast<Index>(out_.protocols.size());
  protocols_[written.name.text] = index;
  model::Protocol out;
  out.name = out.qualified = written.name.text;
  out.where = written.name.where;
  std::vector<ArtRefusal> refusals;
  const ArtProtocol p = with_inherited(written, project_, refusals);
  for (ArtRefusal& r : refusals) {
    out_.unsupported.push_back({out.name,
                                r.where,
                                std::move(r.what),
                                kNoIndex,
                                index,
                                kNoIndex,
                                false});
  }
  model::ModelHeader header;
  header.name = header.qualified = written.name.text + ".h";
  header.where = written.name.where;
  for (const ArtSnippet& s : p.snippets) {
    included(s.code);
    append(header.include, s.code);
  }
  if (!header.include.empty()) out_.headers.push_back(std::move(header));
  for (const ArtEvent& e : p.events) {
    const auto both = std::ranges::find(
        out.messages, e.name.text, &model::MachineMessage::name);
    if (both != out.messages.end()) {
      both->direction = model::MessageDirection::in_out;
      continue;
    }
    model::MachineMessage m;
    m.name = e.name.text;
    m.where = e.name.where;
    m.direction = e.direction;
    if (!e.type.empty()) {
      // Code has it as `rtdata`; no other name may hide a member.
      model::MachineVariable data;
      data.name = "rtdata";
      data.where = e.name.where;
      data.type = e.type;
      m.parameters.push_back(std::move(data));
    }
    out.messages.push_back(std::move(m));
  }
  out_.protocols.push_back(std::move(out));
}

}  // namespace catenary::frontend::umlrt
