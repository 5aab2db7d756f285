// SPDX-License-Identifier: Apache-2.0
/// \file
/// State machines as flowcharts of Mermaid: a composite state is a subgraph
/// with a small node in it, at which its own transitions begin and end.
#include <cstdint>

#include "report/export/drawing/mermaid_text.h"
#include "report/export/model/machine_diagram.h"
#include "report/export/model/machine_labels.h"

namespace catenary::report {

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    out.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

class Flowchart {
 public:
  Flowchart(const model::MachineModel& model, const model::Capsule& capsule)
      : model_(model), capsule_(capsule), inside_(capsule.machine.children()) {}

  std::string write() {
    out_ = "flowchart TB\n";
    region(inside_.back(), 2);
    for (const model::Transition& t : capsule_.machine.transitions) edge(t);
    return std::move(out_);
  }

 private:
  static std::string node(std::uint32_t v) { return "v" + std::to_string(v); }

  void region(const std::vector<std::uint32_t>& within, std::size_t depth) {
    const std::string blanks(depth, ' ');
    for (const std::uint32_t v : within) {
      if (inside_[v].empty()) {
        out_ += blanks + node(v) + shape(v) + "\n";
        continue;
      }
      out_ += blanks + "subgraph g" + node(v) + "[\"" +
              mermaid_lines(state_lines(v)) + "\"]\n";
      out_ += blanks + "  " + node(v) + "((\"#8203;\"))\n";
      region(inside_[v], depth + 2);
      out_ += blanks + "end\n";
    }
  }

  /// The name of a state with its actions and internal transitions.
  [[nodiscard]] std::vector<std::string> state_lines(std::uint32_t v) const {
    const model::Vertex& vertex = capsule_.machine.vertices[v];
    std::vector<std::string> out{vertex.name};
    if (!vertex.entry.empty()) {
      out.push_back("entry / " + brief_code(vertex.entry));
    }
    if (!vertex.exit.empty()) {
      out.push_back("exit / " + brief_code(vertex.exit));
    }
    return out;
  }

  [[nodiscard]] std::string shape(std::uint32_t v) const {
    const model::Vertex& vertex = capsule_.machine.vertices[v];
    const std::string name = mermaid_text(vertex.name);
    switch (vertex.kind) {
      case model::VertexKind::state:
        return "(\"" + mermaid_lines(state_lines(v)) + "\")";
      case model::VertexKind::initial:
        return "((\"●\"))";
      case model::VertexKind::choice:
        return "{\"" + name + "\"}";
      case model::VertexKind::junction:
        return "((\"#8203;\"))";
      case model::VertexKind::deep_history:
        return "((\"H*\"))";
      case model::VertexKind::entry_point:
        return "([\"entry " + name + "\"])";
      case model::VertexKind::exit_point:
        return "([\"exit " + name + "\"])";
    }
    return "";
  }

  void edge(const model::Transition& t) {
    const std::string label =
        mermaid_lines(lines_of(transition_label(model_, capsule_, t)));
    out_ += "  " + node(t.source) + " -->" +
            (label.empty() ? " " : "|\"" + label + "\"| ") + node(t.target) +
            "\n";
  }

  const model::MachineModel& model_;
  const model::Capsule& capsule_;
  std::vector<std::vector<std::uint32_t>> inside_;
  std::string out_;
};

}  // namespace

std::string write_mermaid(const model::MachineModel& model,
                          const std::vector<const model::Capsule*>& capsules) {
  std::vector<MermaidDiagram> diagrams;
  for (const model::Capsule* c : capsules) {
    diagrams.push_back({c->name, Flowchart(model, *c).write()});
  }
  return write_mermaid_file(diagrams);
}

}  // namespace catenary::report
