// SPDX-License-Identifier: Apache-2.0
#include "app/contract/assumption_watch.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/monitor_code.h"
#include "engine/contract/monitor/value_tables.h"
#include "exec/adapter/model.h"
#include "frontend/c/assumptions.h"
#include "logic/term/traverse.h"

namespace catenary::app {

namespace {

namespace contract = engine::contract;

/// The text with another beginning of its names; those of the harness stay.
std::string renamed(const std::string& text, const std::string& to) {
  const std::string from = "__cat_watch_";
  std::string out;
  std::size_t done = 0;
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, done)) {
    const std::string_view rest =
        std::string_view(text).substr(at + from.size());
    const bool stays = rest.starts_with("in_") || rest.starts_with("hit(");
    out += text.substr(done, at - done) + (stays ? from : to);
    done = at + from.size();
  }
  return out + text.substr(done);
}

/// "VARIABLE=SIGNAL" for each variable that has the last part of the name of
/// one signal, as `opened` of "handle.opened".
std::vector<std::string> maps_of(const model::Interface& interface,
                                 const suite::Signature& signature) {
  std::vector<std::string> out;
  for (const model::InterfaceVariable& v : interface.variables) {
    std::vector<std::string> fits;
    bool same = false;
    for (const auto* side : {&signature.inputs, &signature.outputs}) {
      for (const suite::Signal& s : *side) {
        same = same || s.name == v.name;
        if (s.name.ends_with("." + v.name)) fits.push_back(s.name);
      }
    }
    if (!same && fits.size() == 1) out.push_back(v.name + "=" + fits[0]);
  }
  return out;
}

/// The message without the advice to use --map, which is about --oracle.
std::string without_option(std::string message) {
  const std::size_t at = message.find("--map");
  if (at == std::string::npos) return message;
  const std::size_t end = message.find('=', at);
  const std::string rest =
      end == std::string::npos ? "" : message.substr(end + 1);
  message.resize(at);
  return message + (rest == "VALUE" ? "one of these names" : rest);
}

contract::Binding binding_of(const model::Interface& interface,
                             const model::StepSystem& system) {
  const suite::Signature signature = exec::signature_of(system);
  try {
    return contract::bind_values(
        interface, signature, {maps_of(interface, signature), {}, system.path});
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> all = error.diagnostics();
    for (base::Diagnostic& one : all) {
      one.message = without_option(one.message);
      one.code = "assumption";
      if (!one.where.known()) one.where = {interface.path, 1, 1};
    }
    throw base::InputError(std::move(all));
  }
}

}  // namespace

model::Interface promises_of(const model::Interface& interface) {
  model::Interface out = interface;
  std::set<logic::Term> hidden;
  std::vector<logic::Term> promised;
  bool ranges = false;
  for (const model::InterfaceVariable& v : interface.variables) {
    if (v.role == model::Role::hidden) hidden.insert({v.now, v.before});
    if (v.role == model::Role::input) ranges = true;
  }
  for (const model::Promise& p : interface.promises) {
    for (const logic::Term t :
         logic::subterms(std::vector<logic::Term>{p.condition})) {
      if (!hidden.contains(t)) continue;
      throw base::InputError(p.where,
                             "'" + p.id +
                                 "' reads a hidden variable; expected inputs "
                                 "and outputs in an assumption",
                             "assumption");
    }
  }
  if (interface.promises.empty() && !ranges) {
    throw base::InputError({interface.path, 1, 1},
                           "these requirements promise nothing of the "
                           "environment; expected env items",
                           "assumption");
  }
  std::erase_if(out.variables, [](const model::InterfaceVariable& v) {
    return v.role == model::Role::hidden;
  });
  out.views.clear();
  out.requirements.clear();
  out.contracts.clear();
  out.purposes.clear();
  out.covers.clear();
  return out;
}

frontend::c::Watcher assumption_watcher(const model::Interface& interface,
                                        const model::StepSystem& system) {
  const contract::Semantics semantics(interface);
  const contract::MonitorCode code = contract::write_assumption(
      semantics, binding_of(interface, system), exec::signature_of(system));
  frontend::c::Watcher out;
  out.inputs = code.inputs;
  // What is called before a step checks the promises.
  out.text = renamed(code.text, "__cat_assumed_") +
             "static void __cat_watch_reset(void) { __cat_assumed_reset(); }\n"
             "static void __cat_watch_begin(void) { __cat_assumed_check(); }\n"
             "static void __cat_watch_end(void) { __cat_assumed_end(); }\n";
  return out;
}

frontend::c::Watcher joined(const frontend::c::Watcher& assumption,
                            const frontend::c::Watcher& other) {
  frontend::c::Watcher out = other;
  out.inputs.insert(
      out.inputs.end(), assumption.inputs.begin(), assumption.inputs.end());
  std::ranges::sort(out.inputs);
  const auto twice = std::ranges::unique(out.inputs);
  out.inputs.erase(twice.begin(), twice.end());
  out.text = renamed(assumption.text, "__cat_first_") +
             renamed(other.text, "__cat_other_");
  for (const char* const event : {"reset", "begin", "end"}) {
    out.text += std::string("static void __cat_watch_") + event +
                "(void) {\n__cat_first_" + event + "();\n__cat_other_" + event +
                "();\n}\n";
  }
  return out;
}

base::Diagnostic assumption_note(const model::Interface& interface,
                                 const model::StepSystem& system) {
  base::Diagnostic out{
      base::Severity::note,
      interface.promises.empty() ? base::SourceLocation{interface.path, 1, 1}
                                 : interface.promises.front().where,
      "the environment does only what " + interface.path + " allows",
      frontend::c::kAssumed,
      {}};
  const contract::Binding binding = binding_of(interface, system);
  std::string never;
  for (std::size_t v = 0; v < interface.variables.size(); ++v) {
    const contract::Place& place = binding.places[v];
    if (place.side != contract::Place::Side::input || binding.tables.empty() ||
        binding.tables[v].empty()) {
      continue;
    }
    for (const model::NamedValue& named : system.inputs[place.index].names) {
      if (std::ranges::count(binding.tables[v], named.value) > 0) continue;
      never += (never.empty() ? "" : ", ") + named.name;
    }
  }
  if (!never.empty()) out.message += "; never " + never;
  return out;
}

}  // namespace catenary::app
