// SPDX-License-Identifier: Apache-2.0
#include "app/front_ends.h"

#include <array>
#include <vector>

#include "app/machine/machine_system.h"
#include "frontend/btor2/btor2.h"
#include "frontend/c/plain.h"
#include "frontend/c/transition/load_transition.h"
#include "frontend/contract/contract.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/verilog/verilog.h"
#include "frontend/xlia/xlia.h"

namespace catenary::app {

namespace {

model::StepSystem load_program(const StepRequest& r) {
  if (r.plain == nullptr) {
    return frontend::c::load(r.path, r.load, r.context.budget);
  }
  return frontend::c::load(r.path, r.load, r.context.budget, *r.plain);
}

void note_program(const StepRequest& r) {
  frontend::c::note_inputs(r.path, r.load, r.context.budget);
}

model::StepSystem load_btor2(const StepRequest& r) {
  return frontend::c::load_transition_system(
      frontend::btor2::read(r.path), r.load, r.context.budget, r.plain);
}

model::StepSystem load_verilog(const StepRequest& r) {
  std::vector<base::Diagnostic> warnings;
  const model::TransitionSystem design =
      frontend::verilog::read(r.path, r.context.budget, warnings);
  model::StepSystem out = frontend::c::load_transition_system(
      design, r.load, r.context.budget, r.plain);
  out.warnings.insert(out.warnings.begin(), warnings.begin(), warnings.end());
  return out;
}

model::StepSystem load_machine(const StepRequest& r) {
  return load_machine_system(r.path, r.options, r.context, r.plain);
}

constexpr std::array kFrontEnds = {
    FrontEnd{"a description (.toml) or a C program (.c, .i)",
             ModelKind::step,
             frontend::c::handles,
             load_program,
             note_program},
    FrontEnd{"a transition system (.btor2, .btor)",
             ModelKind::step,
             frontend::btor2::handles,
             load_btor2},
    FrontEnd{"a Verilog design (.v, .sv)",
             ModelKind::step,
             frontend::verilog::handles,
             load_verilog,
             nullptr,
             "yosys",
             "yosys"},
    FrontEnd{"a timed model (.xlia)",
             ModelKind::timed,
             frontend::xlia::handles,
             nullptr},
    FrontEnd{"requirements (.req, .json of FRET)",
             ModelKind::contract,
             frontend::contract::handles,
             nullptr},
    FrontEnd{"state machines (.uml, .sm, .art)",
             ModelKind::machine,
             frontend::umlrt::handles,
             load_machine}};

}  // namespace

std::span<const FrontEnd> front_ends() {
  return kFrontEnds;
}

const FrontEnd* front_end_of(const std::string& path) {
  for (const FrontEnd& f : kFrontEnds) {
    if (f.handles(path)) return &f;
  }
  return nullptr;
}

std::string all_that_is_read() {
  std::string out;
  for (std::size_t i = 0; i < kFrontEnds.size(); ++i) {
    if (i > 0) out += i + 1 == kFrontEnds.size() ? " or " : ", ";
    out += kFrontEnds[i].reads;
  }
  return out;
}

}  // namespace catenary::app
