// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sessions: layout of memory, the state as variables, and the fixpoint over
/// addresses in the state.
#include "program/encode/session.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "program/encode/loops/closed_form.h"

namespace catenary::program {

using logic::Term;
using model::EncodedPart;
using model::ScalarType;

namespace {

/// Whether an address is used for more than reads and writes through it, so
/// that it may be found in memory.
bool may_be_kept(const llvm::Value& address,
                 std::set<const llvm::Value*>& seen) {
  if (!seen.insert(&address).second) return false;
  for (const llvm::Use& use : address.uses()) {
    const llvm::User* u = use.getUser();
    if (llvm::isa<llvm::LoadInst>(u) || llvm::isa<llvm::ICmpInst>(u) ||
        llvm::isa<llvm::MemIntrinsic>(u)) {
      continue;
    }
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(u)) {
      if (store->getValueOperand() == &address) return true;
      continue;
    }
    const llvm::Value* moved = u;
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(u)) {
      // The callee of a call is not kept by it.
      if (call->isCallee(&use)) continue;
      const llvm::Function* f = call->getCalledFunction();
      if (f == nullptr || f->isDeclaration() || !call->isArgOperand(&use) ||
          call->getArgOperandNo(&use) >= f->arg_size()) {
        return true;
      }
      moved = f->getArg(call->getArgOperandNo(&use));
    } else if (!llvm::isa<llvm::GEPOperator>(u) &&
               !llvm::isa<llvm::PHINode>(u) &&
               !llvm::isa<llvm::SelectInst>(u)) {
      return true;
    }
    if (may_be_kept(*moved, seen)) return true;
  }
  return false;
}

/// Whether the instruction may produce a NaN that was not among its operands;
/// instructions that only move floats keep their bits.
bool may_make_nan(const llvm::Instruction& i) {
  if (!i.getType()->isFPOrFPVectorTy()) return false;
  switch (i.getOpcode()) {
    case llvm::Instruction::Load:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::BitCast:
    case llvm::Instruction::Freeze:
    case llvm::Instruction::ExtractElement:
    case llvm::Instruction::ExtractValue:
    case llvm::Instruction::InsertElement:
    case llvm::Instruction::ShuffleVector:
    case llvm::Instruction::SIToFP:
    case llvm::Instruction::UIToFP:
      return false;
    case llvm::Instruction::Call: {
      const auto* f = llvm::cast<llvm::CallBase>(i).getCalledFunction();
      return f == nullptr || f->isDeclaration();
    }
    default:
      return true;
  }
}

}  // namespace

EncodeSession::EncodeSession(const EncoderInput& input,
                             logic::TermManager& terms,
                             const model::EncodeOptions& options,
                             const base::Budget& budget)
    : input_(input) {
  w_.directory = input.directory;
  w_.events = input.events;
  auto module = llvm::parseBitcodeFile(
      llvm::MemoryBufferRef(input.bitcode, "program"), *w_.context);
  if (!module) {
    throw base::ToolError("LLVM: " + llvm::toString(module.takeError()));
  }
  w_.module = std::move(*module);
  for (llvm::Function& f : *w_.module) {
    // Before anything refers to instructions.
    if (f.isDeclaration()) continue;
    make_loops_regular(f);
    if (replace_long_loops(f)) make_loops_regular(f);
  }
  m_ = std::make_unique<Machine>(terms, options, budget);
  executor_ = std::make_unique<Executor>(*m_, w_);
  inputs_ = make_variables("input:", input.inputs);
  initial_ = make_variables("initial:", input.initial);
  place_globals();
  make_slots();
}

void EncodeSession::place_globals() {
  Values& values = executor_->values();
  const llvm::DataLayout& layout = w_.module->getDataLayout();
  for (llvm::Function& f : *w_.module) {
    ObjectInfo object;
    object.name = f.getName().str();
    object.function = &f;
    object.findable = f.hasAddressTaken();
    values.place(f, m_->addresses.add(std::move(object)));
  }
  std::vector<std::pair<const llvm::GlobalVariable*, std::uint32_t>> placed;
  for (const llvm::GlobalVariable& g : w_.module->globals()) {
    // Addresses that nobody keeps are never candidates for unknown pointers.
    ObjectInfo object;
    object.name = g.getName().str();
    object.size = layout.getTypeAllocSize(g.getValueType());
    std::set<const llvm::Value*> seen;
    const bool ours = g.getName().starts_with("__cat_");
    object.findable = !ours && may_be_kept(g, seen);
    if (g.isConstant()) {
      object.fixed = std::make_shared<Block>();
    } else {
      object.memory = m_->now.memory.add({});
    }
    const std::uint32_t id = m_->addresses.add(std::move(object));
    values.place(g, id);
    placed.emplace_back(&g, id);
  }
  // All objects exist: initialisers may name any of them.
  for (const auto& [g, id] : placed) {
    const ObjectInfo& object = m_->addresses.object(id);
    Block block;
    block.size = object.size;
    if (g->hasInitializer()) {
      values.write_constant(*g->getInitializer(), 0, block);
    }
    fill_gaps(m_->b, block);
    if (object.fixed != nullptr) {
      const_cast<Block&>(*object.fixed) = std::move(block);
      continue;
    }
    // Goals and counters are read after a stop as well.
    const bool kept =
        g->getName() == kHits || g->getName().starts_with("__cat_counters_");
    if (kept) m_->kept_at_stops.push_back(object.memory);
    m_->now.memory.set(object.memory,
                       std::make_shared<Block>(std::move(block)));
  }
  static_memory_ = m_->now.memory;
}

void EncodeSession::make_slots() {
  for (const llvm::Function& f : *w_.module) {
    // Outputs are only shown, never stored.
    if (f.getName().starts_with("__cat_outd_")) continue;  // only shown
    for (const llvm::Instruction& i : llvm::instructions(f)) {
      makes_nan_ = makes_nan_ || may_make_nan(i);
    }
  }
  spots_ = state_spots(*w_.module, input_.state);
  for (const StateSpot& spot : spots_) {
    model::StateSlot slot;
    slot.name = spot.name;
    slot.offset = spot.packed;
    slot.size = spot.size;
    slot.address = spot.kind == CellKind::pointer;
    slot.floating = spot.kind == CellKind::floating;
    slot.variable = m_->b.manager().variable(
        "state:" + std::to_string(slots_.size()),
        logic::Sort::bitvec(static_cast<std::uint32_t>(8 * spot.size)));
    slots_.push_back(std::move(slot));
  }
}

std::vector<Term> EncodeSession::make_variables(
    const char* prefix, const std::vector<ScalarType>& types) {
  std::vector<Term> out;
  for (const ScalarType type : types) {
    out.push_back(m_->b.manager().variable(prefix + std::to_string(out.size()),
                                           logic::Sort::bitvec(bits_of(type))));
  }
  return out;
}

Term EncodeSession::make_letter(const std::vector<Term>& variables,
                                const std::vector<ScalarType>& types) {
  model::StepSystem layout;
  for (const ScalarType type : types) {
    model::Variable v;
    v.type = type;
    layout.inputs.push_back(v);
  }
  layout.lay_out();
  Block block;
  block.size = layout.letter_bytes();
  for (std::size_t k = 0; k < variables.size(); ++k) {
    Cell cell;
    cell.offset = layout.inputs[k].offset;
    cell.size = model::size_bytes(types[k]);
    cell.term = variables[k];
    // A letter may have any byte for a Boolean; natively it is tested for 0.
    if (types[k] == ScalarType::boolean) {
      const Term off = m_->b.is_zero(variables[k]);
      cell.term = m_->b.from_boolean(m_->b.negate(off), 8);
    }
    if (is_floating(types[k])) {
      cell.kind = CellKind::floating;
      cell.term = m_->seen.float_of(variables[k]);
    }
    block.cells.push_back(cell);
  }
  ObjectInfo object;
  object.name = "letter";
  object.size = block.size;
  object.memory = m_->now.memory.add(std::move(block));
  return m_->addresses.base(m_->addresses.add(std::move(object)));
}

/// Makes a slot hold this value.
void EncodeSession::put(std::size_t slot, Term value) {
  const StateSpot& spot = spots_[slot];
  const ObjectInfo& object =
      m_->addresses.object(executor_->values().object_of(*spot.global));
  Cell cell;
  cell.offset = spot.offset;
  cell.size = spot.size;
  cell.kind = spot.kind;
  cell.term =
      spot.kind == CellKind::floating ? m_->seen.float_of(value) : value;
  write_cell(m_->b, m_->seen, m_->now.memory.writable(object.memory), cell);
}

/// The memory before a step: what the initialisation left, except for the
/// state. Values that depend on initial choices and are not state are never
/// read; they are removed, so that a read would be noticed.
void EncodeSession::load_state() {
  if (before_step_) {
    m_->now.memory = *before_step_;
    return;
  }
  m_->now.memory = after_init_;
  for (std::size_t i = 0; i < m_->now.memory.size(); ++i) {
    const Block* block = m_->now.memory.find(i);
    if (block == nullptr) continue;
    const auto varies = [](const Cell& c) {
      // Constant NaNs are kept as operators, see Observations.
      const bool is_nan = (c.term.op() == logic::Op::fp_from_bits ||
                           c.term.op() == logic::Op::fp_to_bits) &&
                          c.term[0].is_constant();
      return !c.term.is_constant() && !is_nan;
    };
    if (std::any_of(block->cells.begin(), block->cells.end(), varies)) {
      std::erase_if(m_->now.memory.writable(i).cells, varies);
    }
  }
  for (std::size_t k = 0; k < spots_.size(); ++k) put(k, slots_[k].variable);
  before_step_ = m_->now.memory;
}

EncodedPart EncodeSession::init(Machine::Decide decide) {
  m_->set_path({m_->guards.root(), static_memory_});
  const Term letter = make_letter(initial_, input_.initial);
  EncodedPart part = run(kRunInit, letter, std::move(decide));
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    // A single byte of an address is not an address.
    const bool whole = slots_[k].size == sizeof(std::uint64_t);
    if (slots_[k].address && whole) addresses_[k];
  }
  if (!addresses_.empty()) learn_addresses(part);
  return part;
}

// Invariant: addresses_ is an over-approximation of the slots' values after the
// parts seen so far.
bool EncodeSession::learn_addresses(const EncodedPart& part) {
  constexpr std::size_t kMost = 4096;
  // No run goes on: nothing is stored.
  if (part.running.is_false()) return false;
  std::map<Term, std::size_t> by_variable;
  for (std::size_t k = 0; k < slots_.size(); ++k) {
    by_variable[slots_[k].variable] = k;
  }
  bool more = false;
  for (auto& [k, known] : addresses_) {
    const Pointees before = known;
    const Leaves leaves = leaves_of(part.next[k]);
    known.values.insert(leaves.constants.begin(), leaves.constants.end());
    // The value of another slot: its known values are possible.
    for (const Term other : leaves.others) {
      const auto slot = by_variable.find(other);
      const auto from = slot == by_variable.end()
                            ? addresses_.end()
                            : addresses_.find(slot->second);
      if (from != addresses_.end() && from->second.are_constants) {
        known.values.insert(from->second.values.begin(),
                            from->second.values.end());
      } else {
        known.are_constants = false;
      }
    }
    // Too many: only the objects are tracked.
    if (known.values.size() > kMost) known.are_constants = false;
    for (const Target& t : m_->addresses.targets(part.next[k])) {
      if (t.kind == Target::Kind::object) known.objects.insert(t.object);
    }
    if (!known.are_constants) known.values.clear();
    more = more || known != before;
  }
  return more;
}

void EncodeSession::tell_addresses() {
  for (const auto& [k, known] : addresses_) {
    m_->addresses.forget_values(slots_[k].variable);
    slots_[k].values.clear();
    if (!known.are_constants) {
      m_->addresses.set_objects(slots_[k].variable, known.objects);
      continue;
    }
    m_->addresses.set_values(slots_[k].variable, known.values);
    for (const std::uint64_t v : known.values) {
      slots_[k].values.push_back(m_->b.bits(64, v).value());
    }
  }
}

/// Addresses in the state have few values as a rule, each a constant of the
/// program, or stay in few objects. Steps are encoded under the assumption that
/// the slots hold the known values; if a step stores no new ones, then there
/// are no others, by induction over the steps. Else they are added, and the
/// step is encoded again.
EncodedPart EncodeSession::step(Machine::Decide decide) {
  constexpr int kMostRounds = 20;
  for (int round = 0; round < kMostRounds && !addresses_.empty(); ++round) {
    tell_addresses();
    EncodedPart part = one_step({});
    if (learn_addresses(part)) continue;
    return decide ? one_step(std::move(decide)) : part;
  }
  // No fixpoint within the limit: pointers in the state may be anything.
  for (const auto& [k, known] : addresses_) {
    m_->addresses.forget_values(slots_[k].variable);
    slots_[k].values.clear();
  }
  return one_step(std::move(decide));
}

EncodedPart EncodeSession::one_step(Machine::Decide decide) {
  m_->set_path({m_->guards.root(), {}});
  load_state();
  const Term letter = make_letter(inputs_, input_.inputs);
  return run(kRunStep, letter, std::move(decide));
}

EncodedPart EncodeSession::step_where(
    const std::vector<std::optional<logic::Value>>& state) {
  m_->set_path({m_->guards.root(), {}});
  load_state();
  for (std::size_t k = 0; k < state.size(); ++k) {
    if (state[k]) put(k, m_->b.manager().constant(*state[k]));
  }
  const Term letter = make_letter(inputs_, input_.inputs);
  return run(kRunStep, letter, {});
}

EncodedPart EncodeSession::run(const char* entry,
                               Term letter,
                               Machine::Decide decide) {
  m_->ends.clear();
  m_->branches.clear();
  m_->decide = std::move(decide);
  llvm::Function* f = w_.module->getFunction(entry);
  CATENARY_CHECK(f != nullptr, "a prepared program has its entries");
  std::vector<RegisterValue> arguments(3);
  arguments[0].term = letter;
  // Arguments for kStepFrom, which entries ignore.
  arguments[1].term = arguments[2].term = m_->b.bits(64, 0);
  executor_->start();
  executor_->call(*f, arguments, true);

  EncodedPart part;
  const bool is_init = f->getName() == kRunInit;
  // Steps start from this memory.
  if (is_init) {
    after_init_ = m_->alive ? m_->now.memory : static_memory_;
    before_step_.reset();
  }
  if (!m_->alive) {  // a memory that means nothing, of this part's variables
    if (is_init) {
      m_->now.memory = after_init_;
    } else {
      load_state();
    }
  }
  const bool alive = m_->alive;
  std::vector<Term> hits = read_hits();
  executor_->start();
  read_results(part);
  const Guard* running = alive && m_->alive ? m_->now.guard : nullptr;
  m_->decide = {};  // what is left only puts together
  const Guard* ended = read_ended(part);
  add_outcomes(part, running, ended);
  add_hits(part, hits);
  add_late(part);
  return part;
}

}  // namespace catenary::program
