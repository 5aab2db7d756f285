// SPDX-License-Identifier: Apache-2.0
#include "report/export/model/machine_diagram.h"

#include <algorithm>

#include "report/export/model/diagram_text.h"
#include "report/export/model/machine_labels.h"

namespace catenary::report {

namespace {

std::string node(std::size_t capsule, std::uint32_t vertex) {
  return "c" + std::to_string(capsule) + "v" + std::to_string(vertex);
}

class Dot {
 public:
  Dot(const model::MachineModel& model,
      const std::vector<const model::Capsule*>& capsules)
      : model_(model) {
    out_ = "digraph " + in_quotes(model.name) + " {\n  compound=true;\n";
    for (number_ = 0; number_ < capsules.size(); ++number_) {
      capsule_ = capsules[number_];
      inside_ = capsule_->machine.children();
      out_ += "  subgraph cluster_c" + std::to_string(number_) +
              " {\n    label=" + in_quotes(capsule_->name) + ";\n";
      region(inside_.back(), 4);
      for (const model::Transition& t : capsule_->machine.transitions) edge(t);
      out_ += "  }\n";
    }
    out_ += "}\n";
  }
  std::string take() { return std::move(out_); }

 private:
  void region(const std::vector<std::uint32_t>& within, std::size_t depth) {
    const std::string blanks(depth, ' ');
    for (const std::uint32_t v : within) {
      const model::Vertex& vertex = capsule_->machine.vertices[v];
      if (inside_[v].empty()) {
        out_ += blanks + node(number_, v) + " [" + shape(vertex) + "];\n";
        continue;
      }
      out_ += blanks + "subgraph cluster_" + node(number_, v) + " {\n" +
              blanks + "  label=" + in_quotes(vertex.name) + ";\n";
      // What its own transitions begin and end at.
      out_ +=
          blanks + "  " + node(number_, v) + " [shape=point, style=invis];\n";
      region(inside_[v], depth + 2);
      out_ += blanks + "}\n";
    }
  }

  static std::string shape(const model::Vertex& v) {
    switch (v.kind) {
      case model::VertexKind::state:
        return "shape=box, style=rounded, label=" + in_quotes(v.name);
      case model::VertexKind::initial:
        return "shape=point";
      case model::VertexKind::choice:
        return "shape=diamond, label=" + in_quotes(v.name);
      case model::VertexKind::junction:
        return "shape=point, width=0.1";
      case model::VertexKind::deep_history:
        return "shape=circle, label=\"H*\"";
      case model::VertexKind::entry_point:
        return "shape=circle, width=0.1, label=\"\", xlabel=" +
               in_quotes(v.name);
      case model::VertexKind::exit_point:
        return "shape=doublecircle, width=0.1, label=\"\", xlabel=" +
               in_quotes(v.name);
    }
    return "";
  }

  void edge(const model::Transition& t) {
    const auto end = [this](std::uint32_t v, const char* which) {
      return inside_[v].empty()
                 ? std::string()
                 : std::string(", ") + which + "=cluster_" + node(number_, v);
    };
    const bool loop = t.source == t.target;
    out_ +=
        "    " + node(number_, t.source) + " -> " + node(number_, t.target) +
        " [label=" + in_quotes(transition_label(model_, *capsule_, t)) +
        (loop ? "" : end(t.source, "ltail") + end(t.target, "lhead")) + "];\n";
  }

  const model::MachineModel& model_;
  const model::Capsule* capsule_ = nullptr;
  std::vector<std::vector<std::uint32_t>> inside_;
  std::size_t number_ = 0;
  std::string out_;
};

class PlantUml {
 public:
  PlantUml(const model::MachineModel& model, const model::Capsule& capsule)
      : model_(model), capsule_(capsule) {
    const model::StateMachine& m = capsule.machine;
    inside_ = m.children();
    transitions_.resize(inside_.size());
    internal_.resize(inside_.size());
    for (const model::Transition& t : m.transitions) {
      transitions_[std::min<std::size_t>(t.parent, inside_.size() - 1)]
          .push_back(&t);
      if (t.kind == model::TransitionKind::internal)
        internal_[t.source].push_back(&t);
    }
    out_ = "@startuml\ntitle " + one_line(capsule.name) + "\n";
    region(inside_.size() - 1, 0);
    out_ += "@enduml\n";
  }
  std::string take() { return std::move(out_); }

 private:
  static std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }
  /// PlantUML has no escape for a quote.
  static std::string named(std::string text) {
    std::replace(text.begin(), text.end(), '"', '\'');
    return "\"" + one_line(std::move(text)) + "\"";
  }
  static std::string alias(std::uint32_t v) { return "v" + std::to_string(v); }

  void line(std::size_t depth, const std::string& text) {
    out_ += std::string(depth, ' ') + text + "\n";
  }

  void region(std::size_t slot, std::size_t depth) {
    for (const std::uint32_t v : inside_[slot]) vertex(v, depth);
    for (const model::Transition* t : transitions_[slot]) arrow(*t, depth);
  }

  void vertex(std::uint32_t index, std::size_t depth) {
    const model::Vertex& v = capsule_.machine.vertices[index];
    const std::string head = "state " + named(v.name) + " as " + alias(index);
    switch (v.kind) {
      case model::VertexKind::initial:
        return;  // it is "[*]"
      case model::VertexKind::choice:
        return line(depth, head + " <<choice>>");
      case model::VertexKind::junction:
        return line(depth, head + " <<junction>>");
      case model::VertexKind::deep_history:
        return line(depth, head + " <<history*>>");
      case model::VertexKind::entry_point:
        return line(depth, head + " <<entryPoint>>");
      case model::VertexKind::exit_point:
        return line(depth, head + " <<exitPoint>>");
      case model::VertexKind::state:
        break;
    }
    const bool inner = !inside_[index].empty();
    line(depth, head + (inner ? " {" : ""));
    if (inner) {
      region(index, depth + 2);
      line(depth, "}");
    }
    action(index, "entry", v.entry, depth);
    action(index, "exit", v.exit, depth);
    for (const model::Transition* t : internal_[index]) {
      line(depth, alias(index) + " : " + text_of(*t));
    }
  }

  void action(std::uint32_t vertex,
              const char* what,
              const model::ActionCode& code,
              std::size_t depth) {
    if (code.empty()) return;
    line(depth,
         alias(vertex) + " : " + what + " / " + escaped(brief_code(code)));
  }

  /// Line breaks are written "\n", and a backslash of the text would be one.
  static std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
      if (c == '\n') {
        out += "\\n";
      } else {
        out += c == '\\' ? '/' : c;
      }
    }
    return out;
  }
  [[nodiscard]] std::string text_of(const model::Transition& t) const {
    return escaped(transition_label(model_, capsule_, t));
  }

  void arrow(const model::Transition& t, std::size_t depth) {
    if (t.kind == model::TransitionKind::internal) return;
    const auto& vertices = capsule_.machine.vertices;
    const bool initial = vertices[t.source].kind == model::VertexKind::initial;
    line(depth,
         (initial ? "[*]" : alias(t.source)) + " --> " + alias(t.target) +
             " : " + text_of(t));
  }

  const model::MachineModel& model_;
  const model::Capsule& capsule_;
  std::vector<std::vector<std::uint32_t>> inside_;
  std::vector<std::vector<const model::Transition*>> transitions_, internal_;
  std::string out_;
};

}  // namespace

std::string write_dot(const model::MachineModel& model,
                      const std::vector<const model::Capsule*>& capsules) {
  return Dot(model, capsules).take();
}

std::string write_plantuml(const model::MachineModel& model,
                           const std::vector<const model::Capsule*>& capsules) {
  std::string out;
  for (const model::Capsule* c : capsules) out += PlantUml(model, *c).take();
  return out;
}

}  // namespace catenary::report
