// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes a model as text. The order is that of the model, so that reading the
/// text gives equal indices; what has a default value is left out.
/// write_sm(parse_sm(t)) is the normal form of t.
#include <algorithm>
#include <string>
#include <vector>

#include "base/text/characters.h"
#include "frontend/umlrt/text/sm_scanner.h"
#include "frontend/umlrt/text/text_form.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;

/// The name as it is read by SmScanner::name(): an identifier is written as it
/// is, other names in quotes.
std::string name_text(const std::string& name) {
  const bool word = !name.empty() && base::begins_word(name[0]) &&
                    std::ranges::all_of(name, base::in_word);
  if (word) return name;
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + "\"";
}

/// The name of a protocol. It is in quotes where it would be read as a kind of
/// port.
std::string protocol_name(const std::string& name) {
  const bool reserved =
      name == "timing" || name == "log" || name == "frame" || name == "none";
  return reserved ? "\"" + name + "\"" : name_text(name);
}

/// Writes one model. Requires: reject_what_no_text_says() found nothing.
class SmWriter {
 public:
  explicit SmWriter(const model::MachineModel& model) : model_(model) {}

  std::string write() {
    line("model " + name_text(model_.name.empty() ? "model" : model_.name));
    for (const model::ModelHeader& h : model_.headers) header(h);
    for (const model::MachineType& t : model_.types) type(t);
    for (const model::Protocol& p : model_.protocols) protocol(p);
    for (const model::Capsule& c : model_.capsules) capsule(c);
    return std::move(out_);
  }

 private:
  /// Writes a line at the depth of the block.
  void line(const std::string& text) {
    out_ += std::string(2 * depth_, ' ') + text + "\n";
  }
  /// Begins a block.
  void open(const std::string& head) {
    line(head + " {");
    ++depth_;
  }
  /// Ends a block.
  void close() {
    --depth_;
    line("}");
  }

  /// Writes "head { code }", in several lines where the code has several;
  /// nothing for empty code.
  void code(const std::string& head, const model::ActionCode& c) {
    if (!c.empty()) body(head, c);
  }

  /// Writes the code in the shortest form that is read back: one line in
  /// braces, several lines in braces, or between backquotes where its own
  /// braces are not balanced.
  void body(const std::string& head, const model::ActionCode& c) {
    const auto closed = [](const std::string& inner) {
      return end_of_code(inner + "}", 0) == inner.size();
    };
    const bool several = c.text.find('\n') != std::string::npos;
    // The lines of a raw string must not be indented, and blanks at their ends
    // count.
    const bool raw = c.text.find("R\"") != std::string::npos;
    if (!several && !raw && closed(" " + c.text + " ")) {
      return line(head + " { " + c.text + " }");
    }
    const bool braces = closed("\n" + c.text + "\n");
    // The fence is longer than each run of backquotes in the code.
    std::string fence = "```";
    while (c.text.find(fence) != std::string::npos) fence += '`';
    line(head + " " + (braces ? "{" : fence));
    ++depth_;
    std::size_t begin = 0;
    while (begin <= c.text.size()) {
      const std::size_t end = std::min(c.text.find('\n', begin), c.text.size());
      const std::string one = c.text.substr(begin, end - begin);
      // Indentation is not part of the code: it is removed when the code is
      // read.
      if (one.empty() || raw) {
        out_ += one + "\n";
      } else {
        line(one);
      }
      begin = end + 1;
    }
    --depth_;
    line(braces ? "}" : fence);
  }

  /// Writes "NAME: TYPE[SIZE]".
  std::string variable_text(const model::MachineVariable& v) const {
    return name_text(v.name) + (v.type.empty() ? "" : ": " + v.type) +
           (v.array_size.empty() ? "" : "[" + v.array_size + "]");
  }

  void variable(const std::string& head, const model::MachineVariable& v) {
    const std::string text = std::string(v.is_static ? "static " : "") +
                             (v.is_constant ? "const " : "") + head + " " +
                             variable_text(v);
    if (v.initial.empty()) return line(text);
    // A value that ends where the reader would end it stands in the line;
    // others are a block.
    if (is_piece(v.initial.text, "};")) {
      return line(text + " = " + v.initial.text);
    }
    body(text + " initially", v.initial);
  }

  /// Writes a header of the model; likewise the functions below, each for one
  /// kind of element.
  void header(const model::ModelHeader& h) {
    line("");
    open("header " + name_text(h.name));
    code("include", h.include);
    code("source", h.source);
    close();
  }

  void type(const model::MachineType& t) {
    line("");
    if (t.enumeration) {
      std::string literals;
      for (const std::string& l : t.literals) {
        literals += (literals.empty() ? "" : ", ") + name_text(l);
      }
      return line("enum " + name_text(t.name) + " { " + literals + " }");
    }
    open("data " + name_text(t.name));
    code("preface", t.preface);
    code("declarations", t.declarations);
    for (const model::MachineVariable& f : t.fields) variable("field", f);
    for (const model::Operation& o : t.operations) operation(o);
    close();
  }

  void operation(const model::Operation& o) {
    const std::string head =
        std::string(o.is_static ? "static " : "") + "operation " +
        name_text(o.name) + parameters(o.parameters) +
        // A missing result is read as none, which is the same as void.
        (o.result == "void" || o.result.empty() ? "" : ": " + o.result);
    if (o.has_body) {
      body(head, o.body);
    } else {
      line(head);
    }
  }

  /// Writes the parameters of a message or operation.
  std::string parameters(const std::vector<model::MachineVariable>& all) const {
    std::string out = "(";
    for (const model::MachineVariable& p : all) {
      out += (out.size() > 1 ? ", " : "") + variable_text(p);
    }
    return out + ")";
  }

  void protocol(const model::Protocol& p) {
    line("");
    open("protocol " + name_text(p.name));
    for (const model::MachineMessage& m : p.messages) {
      const char* direction = m.direction == model::MessageDirection::in ? "in "
                              : m.direction == model::MessageDirection::out
                                  ? "out "
                                  : "inout ";
      line(direction + name_text(m.name) + parameters(m.parameters));
    }
    close();
  }

  void port(const model::Port& p) {
    std::string text = "port " + name_text(p.name) + ": ";
    switch (p.kind) {
      case model::PortKind::timing:
        text += "timing";
        break;
      case model::PortKind::log:
        text += "log";
        break;
      case model::PortKind::frame:
        text += "frame";
        break;
      case model::PortKind::protocol:
        text += p.conjugated ? "~" : "";
        text += p.protocol == kNoIndex
                    ? "none"
                    : protocol_name(model_.protocols[p.protocol].name);
    }
    // One instance, a behaviour port and wired are the defaults.
    if (p.upper != "1") text += "[" + p.upper + "]";
    if (!p.behaviour) text += " relay";
    if (!p.wired) text += " unwired";
    line(text);
  }

  static std::string end_text(const model::ConnectorEnd& end) {
    return (end.part.empty() ? "" : name_text(end.part) + ".") +
           name_text(end.port);
  }

  void capsule(const model::Capsule& c) {
    line("");
    open("capsule " + name_text(c.name));
    code("header", c.header_preface);
    code("implementation", c.implementation_preface);
    code("declarations", c.declarations);
    for (const model::MachineVariable& a : c.attributes) {
      variable("attribute", a);
    }
    for (const model::Port& p : c.ports) port(p);
    for (const model::CapsulePart& p : c.parts) {
      // "[n]" is read as "[n..n]".
      const std::string range =
          p.lower == p.upper ? p.upper : p.lower + ".." + p.upper;
      line("part " + name_text(p.name) + ": " + name_text(p.type) +
           (range == "1" ? "" : "[" + range + "]") +
           (p.plugin ? " plugin" : ""));
    }
    for (const model::Connector& k : c.connectors) {
      line("connect " + end_text(k.from) + " to " + end_text(k.to) +
           (k.name.empty() ? "" : " as " + name_text(k.name)));
    }
    for (const model::Operation& o : c.operations) operation(o);
    // The lists of the machine are prepared once: vertices and transitions by
    // the region that they are in.
    if (c.has_machine) {
      capsule_ = &c;
      inside_ = c.machine.children();
      transitions_.assign(inside_.size(), {});
      for (const model::Transition& t : c.machine.transitions) {
        transitions_[slot(t.parent)].push_back(&t);
      }
      open(c.machine.name.empty() ? "machine"
                                  : "machine " + name_text(c.machine.name));
      region(kNoIndex);
      close();
    }
    close();
  }

  /// The index of the lists of a region: that of its state, or the last one for
  /// the top region.
  [[nodiscard]] std::size_t slot(std::uint32_t vertex) const {
    return std::min<std::size_t>(vertex, inside_.size() - 1);
  }

  /// Writes what is in the region: vertices before transitions, as their
  /// indices are independent.
  void region(std::uint32_t parent) {
    for (const std::uint32_t v : inside_[slot(parent)]) vertex(v);
    for (const model::Transition* t : transitions_[slot(parent)]) {
      transition(*t);
    }
  }

  void vertex(std::uint32_t index) {
    const model::StateMachine& m = capsule_->machine;
    const model::Vertex& v = m.vertices[index];
    if (v.kind != model::VertexKind::state) {
      std::string kind = model::to_string(v.kind);
      // Kinds of two words are one word in the text, e.g. "entrypoint".
      std::erase(kind, ' ');
      return line(kind + " " + name_text(v.name));
    }
    const bool inner = !inside_[index].empty() || !transitions_[index].empty();
    const std::string head = "state " + name_text(v.name);
    // A state without content needs no block.
    if (!inner && v.entry.empty() && v.exit.empty()) return line(head);
    open(head);
    code("entry", v.entry);
    code("exit", v.exit);
    region(index);
    close();
  }

  /// The path of the vertex: from the region if the vertex lies within it, else
  /// from the top, with "::" in front.
  std::string path(std::uint32_t vertex, std::uint32_t region) const {
    const model::StateMachine& m = capsule_->machine;
    // The region itself is not within itself for this purpose: its name is
    // found outside it.
    const bool inside = vertex != region && m.within(vertex, region);
    std::string out;
    for (std::uint32_t v = vertex; v != kNoIndex && (!inside || v != region);
         v = m.vertices[v].parent) {
      out = name_text(m.vertices[v].name) + (out.empty() ? "" : "::") + out;
    }
    return (inside ? "" : "::") + out;
  }

  /// Writes a transition; without triggers and code it is one line.
  void transition(const model::Transition& t) {
    std::string head = t.kind == model::TransitionKind::external
                           ? ""
                           : std::string(model::to_string(t.kind)) + " ";
    head += "transition " + name_text(t.name) + ": " +
            path(t.source, t.parent) + " -> " + path(t.target, t.parent);
    if (t.triggers.empty() && t.guard.empty() && t.effect.empty()) {
      return line(head);
    }
    open(head);
    for (const model::Trigger& trigger : t.triggers) {
      std::string text = "on " + trigger_text(trigger);
      if (trigger.guard.empty()) {
        line(text);
      } else {
        body(text + " if", trigger.guard);
      }
    }
    code("when", t.guard);
    code("do", t.effect);
    close();
  }

  /// Writes a trigger in the form that SmParser::trigger() reads.
  std::string trigger_text(const model::Trigger& t) const {
    std::string ports;
    for (const std::uint32_t p : t.ports) {
      ports += (ports.empty() ? "" : "|") + name_text(capsule_->ports[p].name);
    }
    std::string signal = "*";
    if (t.signal == model::SignalKind::message) {
      const model::Protocol& p = model_.protocols[t.protocol];
      signal = name_text(p.messages[t.message].name);
      // The protocol is written where it is not that of the first port.
      const bool of_port =
          !ports.empty() &&
          capsule_->ports[t.ports.front()].protocol == t.protocol;
      if (!of_port) signal = name_text(p.name) + "::" + signal;
    } else if (t.signal != model::SignalKind::any) {
      signal = t.signal == model::SignalKind::timeout ? "timeout"
               : t.signal == model::SignalKind::bound ? "rtBound"
                                                      : "rtUnbound";
    }
    return ports.empty() ? signal : ports + "." + signal;
  }

  const model::MachineModel& model_;
  const model::Capsule* capsule_ = nullptr;
  std::vector<std::vector<std::uint32_t>> inside_;
  std::vector<std::vector<const model::Transition*>> transitions_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string write_sm(const model::MachineModel& model) {
  // Errors are reported before anything is written: a text that is read
  // differently would be worse than none.
  base::Problems problems(model.path, "sm");
  reject_what_no_text_says(model, problems);
  problems.throw_errors();
  return SmWriter(model).write();
}

}  // namespace catenary::frontend::umlrt
