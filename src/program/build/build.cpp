// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pipeline from C text to a program that runs: the order of the passes and
/// the reasons for it.
#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/SHA256.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/budget.h"
#include "base/check.h"
#include "program/analyse/class_finder.h"
#include "program/analyse/forgotten_inputs.h"
#include "program/analyse/unset_locals.h"
#include "program/build/build_watch.h"
#include "program/build/c_library/c_library.h"
#include "program/build/compile.h"
#include "program/build/recipe.h"
#include "program/build/whole/unroll_loops.h"
#include "program/build/workspace.h"
#include "program/encode/encode.h"
#include "program/instrument/address/access_checks.h"
#include "program/instrument/address/object_range.h"
#include "program/instrument/address/separation.h"
#include "program/instrument/define.h"
#include "program/instrument/registers/registers.h"
#include "program/instrument/set_bits.h"
#include "program/instrument/stubs.h"
#include "program/native/native.h"

namespace catenary::program {

namespace {

std::vector<model::ScalarType> types_of(const std::vector<BuiltVariable>& v) {
  std::vector<model::ScalarType> out;
  for (const BuiltVariable& one : v) out.push_back(one.type);
  return out;
}

/// Types of the outputs, from constants of the harness.
std::vector<BuiltVariable> output_types(const Workspace& w,
                                        std::uint32_t count) {
  std::vector<BuiltVariable> out;
  for (std::uint32_t k = 0; k < count; ++k) {
    const llvm::GlobalVariable* g =
        w.module->getNamedGlobal("__cat_otype_" + std::to_string(k));
    CATENARY_CHECK(g != nullptr && g->hasInitializer(),
                   "the harness defines __cat_otype_" + std::to_string(k));
    const std::int64_t code =
        llvm::cast<llvm::ConstantInt>(g->getInitializer())->getSExtValue();
    BuiltVariable v;
    v.type = code < 0 ? model::ScalarType::int64
                      : scalar_type(static_cast<std::uint32_t>(code));
    v.is_scalar = code >= 0;
    out.push_back(std::move(v));
  }
  return out;
}

/// Tells outputs which inputs they may show.
void note_inputs_shown(const Workspace& w, std::vector<BuiltVariable>& out) {
  for (const Holder& h : w.holders) {
    if (!h.global.empty() || h.offset >= out.size()) continue;
    model::Holds& holds = out[h.offset].holds;
    (h.is_initial ? holds.initial : holds.inputs).push_back(h.variable);
  }
}

/// The calls to record, with the index of their variable: the inputs found in
/// the code follow those of the harness.
std::vector<NativeImage::Call> recorded_calls(const Workspace& w,
                                              const Harness& harness) {
  std::vector<NativeImage::Call> out;
  std::uint32_t input = harness.inputs;
  std::uint32_t initial = harness.initial;
  for (const InputSite& site : w.sites) {
    const auto add = [&](bool in_init, std::uint32_t variable) {
      if (site.place == nullptr) return;
      out.push_back({site.place->getName().str(), in_init, variable});
    };
    if (site.in_step) add(false, input++);
    if (site.in_init) add(true, initial++);
  }
  return out;
}

CompileOptions compile_options(const Recipe& recipe) {
  CompileOptions options;
  options.coverage = need(recipe.criteria, Needs::regions);
  options.mcdc = need(recipe.criteria, Needs::vectors);
  options.overflows = need(recipe.criteria, Needs::overflows);
  options.statements = need(recipe.criteria, Needs::statements);
  return options;
}

/// Moves what coverage counts to the places that sources were written from.
void move_places(const base::SourceMap& to, CoverageMap& map) {
  for (BranchRegion& b : map.branches) b.where = to.find(b.where);
  for (DecisionRegion& d : map.decisions) {
    d.where = to.find(d.where);
    for (DecisionRegion::Condition& c : d.conditions)
      c.where = to.find(c.where);
  }
}

/// The names of inputs that are characters of texts.
std::set<std::string> characters_of(const Workspace& w) {
  std::set<std::string> out;
  for (const InputSite& site : w.sites) {
    if (site.value->hasAttribute(kStubText)) out.insert(site.variable.name);
  }
  return out;
}

/// The linked module with the harness, or main(), as initialisation and step.
/// Undefined behaviour has a meaning then.
void load_program(Workspace& w,
                  const Recipe& recipe,
                  const std::vector<Bitcode>& bitcode,
                  const base::Budget& budget,
                  std::vector<base::Diagnostic>& warnings) {
  w.directory = recipe.directory;
  w.redefined = !recipe.redefine.empty();
  check_time(budget);
  load_and_link(w, bitcode);
  link_c_library(w, recipe.directory, budget);
  for (const Bitcode& unit : bitcode) {
    w.statements.insert(
        w.statements.end(), unit.statements.begin(), unit.statements.end());
  }
  // Before main()'s variables become global.
  const std::vector<llvm::Function*> begins =
      recipe.whole_program ? std::vector{w.module->getFunction("main")}
                           : std::vector{w.module->getFunction("__cat_init"),
                                         w.module->getFunction("__cat_step")};
  std::ranges::move(find_unset_locals(w, reachable_functions(w, begins)),
                    std::back_inserter(warnings));
  // Stubs first: they call input functions, which instrument() handles. Then
  // everything is given a meaning before any pass may exploit that it has none.
  add_stubs(w, warnings);
  spare_constants(w);
  place_registers(w, warnings);
  define_undefined(w);
  if (!recipe.path.empty()) w.module->setSourceFileName(recipe.path);
  collect_constructors(w);
  if (recipe.whole_program) {
    cut_main(w, warnings);
  } else {
    w.init = w.module->getFunction("__cat_init");
    w.step = w.module->getFunction("__cat_step");
    CATENARY_CHECK(w.step != nullptr, "the harness defines __cat_step");
    for (llvm::Function* f : reachable_functions(w, {w.init, w.step})) {
      if (!f->isDeclaration()) unroll_reading_loops(w, *f);
    }
  }
}

/// Stops runs that depend on where objects lie, and notes outputs that show the
/// number of an address.
void check_addresses(Workspace& w, std::vector<BuiltVariable>& outputs) {
  // Found before and added behind: these checks compute with addresses as well.
  AccessChecks accesses(w, AccessChecks::Of::all);
  for (const std::uint32_t k : stop_at_address_numbers(w)) {
    // Memory is followed by objects, not by members: a narrow member beside a
    // pointer would be taken for a part of an address.
    if (k < outputs.size() &&
        model::size_bytes(outputs[k].type) == sizeof(void*)) {
      outputs[k].shows_address = true;
    }
  }
  accesses.apply();
  separate_tested(w);
  define_tests(w);
}

/// Registers are needed by all analyses; more optimisation would hide what the
/// source does.
void promote_checked(Workspace& w) {
  promote_scalars(w);
  AccessChecks(w, AccessChecks::Of::locals).apply();
  promote_locals(w);
}

/// -O2. LLVM computes accesses whose place it knows, and takes any value where
/// they leave their object, so the checks come before. A function that may be
/// given the address of a local variable is inlined before them, or not at all;
/// inlining computes as well.
void optimise_checked(Workspace& w, const base::Budget& budget) {
  AccessChecks(w, AccessChecks::Of::all).apply();
  if (inline_users_of_locals(w)) AccessChecks(w, AccessChecks::Of::all).apply();
  optimise(w, budget);
}

std::shared_ptr<const model::Encoder> encoder_of(
    const Workspace& w,
    const Recipe& recipe,
    const Built& built,
    const StateLayout& state,
    const std::vector<std::uint8_t>& kept) {
  EncoderInput encoder = encoder_input(w, state);
  encoder.kept_bits = kept;
  encoder.inputs = types_of(built.inputs);
  encoder.initial = types_of(built.initial);
  encoder.outputs = types_of(built.outputs);
  encoder.harness_goals = recipe.harness.goals.size();
  encoder.unroll = recipe.unroll;
  return make_encoder(std::move(encoder));
}

/// Returns whether iterations of loops are counted.
bool add_native_entries(Workspace& w,
                        const StateLayout& state,
                        const StateLayout& image,
                        const std::vector<std::uint8_t>& kept) {
  inline_always(w);
  const bool counts_loops = limit_loops(w);
  add_save_and_load(w, state, kSave, kLoad);
  clear_in_save(w, kept);
  add_save_and_load(w, image, kSaveImage, kLoadImage);
  add_step_from(w);
  return counts_loops;
}

/// The machine code and what a native run needs to know, all but the sizes of
/// states.
NativeImage native_image(Workspace& w,
                         const Recipe& recipe,
                         const Built& built,
                         const base::Budget& budget) {
  NativeImage native;
  native.portable_states = built.portable_states;
  native.has_final = w.module->getFunction("__cat_final") != nullptr;
  native.object = emit_object(w, budget);
  native.events = w.events;
  native.inputs = types_of(built.inputs);
  native.initial = types_of(built.initial);
  native.outputs = types_of(built.outputs);
  native.calls = recorded_calls(w, recipe.harness);
  native.hit_words = (w.goals.size() + 63) / 64;
  native.harness_goals.assign((recipe.harness.goals.size() + 63) / 64, 0);
  for (std::size_t g = 0; g < recipe.harness.goals.size(); ++g) {
    native.harness_goals[g / 64] |= std::uint64_t{1} << (g % 64);
  }
  native.kept_if_unsupported.assign(native.hit_words, 0);
  for (std::size_t g = 0; g < w.goals.size(); ++g) {
    const bool is_defect =
        w.goals[g].is_violation() || w.goals[g].kind == model::GoalKind::label;
    if (!is_defect) continue;
    native.kept_if_unsupported[g / 64] |= std::uint64_t{1} << (g % 64);
  }
  native.step_time_limit = recipe.step_time_limit;
  return native;
}

std::string digest_of(const std::string& object) {
  const auto digest = llvm::SHA256::hash(llvm::ArrayRef<std::uint8_t>(
      reinterpret_cast<const std::uint8_t*>(object.data()), object.size()));
  return llvm::toHex(llvm::ArrayRef<std::uint8_t>(digest), true);
}

/// build() with the criteria for a program that has no goals otherwise. Clang
/// counts for some of them, so it compiles again; the caller knows the sources.
Built build_without_goals(Recipe recipe,
                          const base::Budget& budget,
                          BuildWatch& watch) {
  recipe.criteria = std::exchange(recipe.criteria_without_goals, {});
  const auto on_sources = std::exchange(watch.on_sources, nullptr);
  Built built = build(recipe, budget, watch);
  watch.on_sources = on_sources;
  return built;
}

/// The last part of what the caller may use before there is native code.
void set_state(const Workspace& w,
               const StateLayout& state,
               const std::vector<std::uint8_t>& kept,
               Built& built,
               BuildWatch& watch) {
  built.state = describe_state(w, state, kept);
  built.portable_states = !state.holds_addresses;
  watch.places = scalar_places(w, state, kept);
  if (watch.on_interface) watch.on_interface(built);
}

}  // namespace

Built build(const Recipe& recipe, const base::Budget& budget) {
  BuildWatch nobody;
  return build(recipe, budget, nobody);
}

Built build(const Recipe& recipe,
            const base::Budget& budget,
            BuildWatch& watch) {
  Built built;
  const CompileOptions options = compile_options(recipe);
  const std::vector<Bitcode> bitcode =
      compile(recipe, options, budget, built.warnings, watch.on_sources);

  Workspace w;
  load_program(w, recipe, bitcode, budget, built.warnings);
  move_places(watch.source_map, w.coverage);
  // Before instrument() removes functions that no step reaches.
  const OutsideWriters outside = written_outside(w);
  check_bases_for_null(w);
  check_time(budget);
  instrument(w, recipe);
  std::ranges::move(w.warnings, std::back_inserter(built.warnings));
  if (!recipe.criteria_without_goals.empty() &&
      w.goals.size() <= recipe.uncounted_goals) {
    return build_without_goals(recipe, budget, watch);
  }
  watch.characters = characters_of(w);
  add_entries(w, recipe, built.inputs, built.initial);
  built.outputs = output_types(w, recipe.harness.outputs);
  built.registers = w.registers;
  check_time(budget);
  promote_checked(w);
  std::ranges::move(find_forgotten_inputs(w, outside),
                    std::back_inserter(built.warnings));
  reject_side_effects(w);
  stop_at_constant_writes(w);
  // Comparisons with constants are what makes classes exact.
  fold_constants(w);
  check_time(budget);
  find_classes(w, recipe, built.inputs, built.initial);
  const std::vector<SetBits> set_bits = find_set_bits(w, built.inputs);
  note_inputs_shown(w, built.outputs);
  check_time(budget);
  optimise_checked(w, budget);
  check_time(budget);
  // The state is found in the optimised module: bytes that the optimiser keeps
  // in registers are not state.
  check_addresses(w, built.outputs);
  reject_undefined(w);
  const StateLayout state = find_state(w, !built.initial.empty());
  stop_at_kept_locals(w, state);
  // From here on the module is only added to, so the analyses stay valid.
  const std::vector<std::uint8_t> kept = kept_bits(state, set_bits);
  const StateLayout image = whole_image(w);
  set_state(w, state, kept, built, watch);
  check_time(budget);
  // The encoder takes a copy of the module before the entries for native runs
  // are added.
  built.encoder = encoder_of(w, recipe, built, state, kept);
  const bool counts_loops = add_native_entries(w, state, image, kept);
  check_time(budget);
  NativeImage native = native_image(w, recipe, built, budget);
  native.counts_loops = counts_loops;
  native.state_bytes = state.total_bytes;
  native.image_bytes = image.total_bytes;
  built.any_state_final = !native.has_final;
  built.goals = w.goals;
  built.pair_goals = w.pair_goals;
  built.sha256 = digest_of(native.object);
  built.factory = native_factory(std::move(native));
  return built;
}

std::string llvm_version() {
  return LLVM_VERSION_STRING;
}

}  // namespace catenary::program
