// SPDX-License-Identifier: Apache-2.0
#include "tools/bench/machine/random_machine.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "tools/bench/machine/random_actions.h"
#include "tools/bench/machine/random_layout.h"

namespace catenary::tools::bench {

namespace {

using Index = std::uint32_t;
using Edge = RandomLayout::Edge;
using Guard = RandomLayout::Guard;

class MachineMaker {
 public:
  explicit MachineMaker(const RandomMachineOptions& options)
      : o_(options), rng_(options.seed), l_(random_layout(o_, rng_)) {}

  model::MachineModel make() {
    ActionWriter actions(o_, rng_);
    guards(actions);
    code(actions);
    return model();
  }

 private:
  // C++.
  void guards(ActionWriter& actions) {
    for (Edge& e : l_.edges) {
      if (e.guard == Guard::none) continue;
      e.transition.guard =
          model::action_code(e.guard == Guard::narrow ? actions.narrow_guard()
                                                      : actions.guard(e.data),
                             {});
    }
  }

  /// Whether a message can make the machine leave, or enter, the state.
  [[nodiscard]] bool is_left(Index state) const {
    return std::ranges::any_of(l_.edges, [&](const Edge& e) {
      if (e.transition.kind == model::TransitionKind::internal) return false;
      for (Index a = state; a != model::kNoIndex;
           a = l_.nodes[a].vertex.parent) {
        if (e.transition.source == a) return true;
      }
      return false;
    });
  }
  [[nodiscard]] bool is_entered(Index state) const {
    // All but that in which the machine begins lie behind a message.
    return state != l_.states.front() ||
           std::ranges::any_of(l_.edges, [&](const Edge& e) {
             return e.transition.target == state &&
                    e.message != model::kNoIndex &&
                    e.transition.kind != model::TransitionKind::internal;
           });
  }

  void code(ActionWriter& actions) {
    // Of eight conditions about six are in effects; none where only the
    // beginning would run it.
    std::vector<Index> effects(l_.edges.size(), 0);
    std::vector<Index> entries(l_.nodes.size(), 0);
    std::vector<Index> exits(l_.nodes.size(), 0);
    std::vector<Index> entered;
    std::vector<Index> left;
    for (const Index s : l_.states) {
      if (is_entered(s)) entered.push_back(s);
      if (is_left(s)) left.push_back(s);
    }
    for (Index k = 0; k < o_.branches / 2; ++k) {
      const std::uint64_t part = rng_.below(8);
      if (part == 0) {
        ++entries[entered[rng_.below(entered.size())]];
      } else if (part == 1) {
        ++exits[left[rng_.below(left.size())]];
      } else {
        ++effects[1 + rng_.below(effects.size() - 1)];
      }
    }
    for (std::size_t k = 0; k < l_.edges.size(); ++k) {
      Edge& e = l_.edges[k];
      ActionFacts facts = actions.unknown(e.data);
      if (e.leaf != model::kNoIndex)
        facts.mode = static_cast<std::int32_t>(e.leaf);
      if (effects[k] > 0 || rng_.chance(1, 2)) {
        e.transition.effect =
            model::action_code(actions.block(effects[k], facts), {});
      }
    }
    for (const Index s : l_.states) {
      std::string text;
      ActionFacts facts = actions.unknown(false);
      if (!l_.composite(s)) {
        text = "mode = " + std::to_string(s) + ";\n";
        facts.mode = static_cast<std::int32_t>(s);
      }
      if (entries[s] > 0) text += actions.block(entries[s], facts);
      l_.nodes[s].vertex.entry = model::action_code(text, {});
      if (exits[s] > 0) {
        l_.nodes[s].vertex.exit =
            model::action_code(actions.block(exits[s], facts), {});
      }
    }
  }

  // The model, in the order of its text.
  model::MachineModel model() {
    model::MachineModel out;
    out.name = "Random";
    out.kind = "sm";
    model::Protocol p;
    p.name = "Messages";
    for (Index m = 0; m < o_.messages; ++m) {
      model::MachineMessage one;
      one.name = "m" + std::to_string(m);
      for (Index k = 0; k < o_.parameters; ++k) {
        one.parameters.push_back(variable(parameter_name(k), "short", ""));
      }
      p.messages.push_back(std::move(one));
    }
    model::MachineMessage note;
    note.name = "note";
    note.direction = model::MessageDirection::out;
    note.parameters = {variable("place", "int", ""),
                       variable("value", "int", "")};
    p.messages.push_back(std::move(note));
    out.protocols.push_back(std::move(p));
    model::Capsule c;
    c.name = c.qualified = "Random";
    for (Index a = 0; a < o_.attributes; ++a) {
      c.attributes.push_back(variable(attribute_name(a), "int", "0"));
    }
    c.attributes.push_back(
        variable("mirror", "int", std::to_string(o_.values - 1)));
    c.attributes.push_back(variable("mode", "int", "-1"));
    model::Port port;
    port.name = "p";
    port.protocol = 0;
    c.ports.push_back(std::move(port));
    c.has_machine = true;
    places_.assign(l_.nodes.size(), model::kNoIndex);
    arrange(model::kNoIndex, c.machine);
    for (model::Transition& t : c.machine.transitions) {
      t.source = places_[t.source];
      t.target = places_[t.target];
      if (t.parent != model::kNoIndex) t.parent = places_[t.parent];
    }
    out.capsules.push_back(std::move(c));
    name_elements(out);
    return out;
  }

  static model::MachineVariable variable(const std::string& name,
                                         const std::string& type,
                                         const std::string& value) {
    model::MachineVariable v;
    v.name = name;
    v.type = type;
    v.initial = model::action_code(value, {});
    return v;
  }

  void arrange(Index region, model::StateMachine& m) {
    for (const Index n : l_.inside(region)) {
      places_[n] = static_cast<Index>(m.vertices.size());
      m.vertices.push_back(l_.nodes[n].vertex);
      model::Vertex& v = m.vertices.back();
      if (v.parent != model::kNoIndex) v.parent = places_[v.parent];
      if (v.kind == model::VertexKind::state) arrange(n, m);
    }
    for (const Edge& e : l_.edges) {
      if (e.transition.parent != region) continue;
      m.transitions.push_back(e.transition);
      if (e.message == model::kNoIndex) continue;
      model::Trigger t;
      t.ports = {0};
      t.protocol = 0;
      t.message = e.message;
      m.transitions.back().triggers.push_back(std::move(t));
    }
  }

  RandomMachineOptions o_;
  base::Rng rng_;
  RandomLayout l_;
  std::vector<Index> places_;  ///< of nodes among vertices
};

}  // namespace

model::MachineModel random_machine(const RandomMachineOptions& options) {
  return MachineMaker(options).make();
}

}  // namespace catenary::tools::bench
