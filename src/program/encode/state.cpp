// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scalar fields of the state, by LLVM's types for the layout and by debug
/// information for the names.
#include "program/encode/state.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Module.h>

#include <algorithm>

#include "base/check.h"
#include "program/encode/term/values.h"

namespace catenary::program {

namespace {

/// Adds the scalars of a type that are in [from, to), by offset.
void collect_fields(const llvm::DataLayout& layout,
                    const llvm::Type& type,
                    std::uint64_t at,
                    std::uint64_t from,
                    std::uint64_t to,
                    std::vector<StateSpot>& out) {
  auto* mutable_type = const_cast<llvm::Type*>(&type);
  const std::uint64_t size = layout.getTypeAllocSize(mutable_type);
  if (at + size <= from || at >= to) return;
  if (auto* s = llvm::dyn_cast<llvm::StructType>(mutable_type)) {
    const llvm::StructLayout* fields = layout.getStructLayout(s);
    for (unsigned i = 0; i < s->getNumElements(); ++i) {
      collect_fields(layout,
                     *s->getElementType(i),
                     at + fields->getElementOffset(i),
                     from,
                     to,
                     out);
    }
    return;
  }
  if (const unsigned n = part_count(type); n > 0) {
    const llvm::Type& part = *part_type(type, 0);
    const std::uint64_t step =
        layout.getTypeAllocSize(const_cast<llvm::Type*>(&part));
    // Arrays may be large: only elements in the range are visited.
    const std::uint64_t first = from > at ? (from - at) / step : 0;
    for (std::uint64_t i = first; i < n && at + i * step < to; ++i) {
      collect_fields(layout, part, at + i * step, from, to, out);
    }
    return;
  }
  StateSpot spot;
  spot.offset = at;
  spot.size = layout.getTypeStoreSize(mutable_type);
  const bool fits =
      spot.size == 1 || spot.size == 2 || spot.size == 4 || spot.size == 8;
  // Scalars that are only partly state are split into bytes.
  if (!fits || !has_sort(type) || at < from || at + spot.size > to) return;
  spot.kind = type.isPointerTy()         ? CellKind::pointer
              : type.isFloatingPointTy() ? CellKind::floating
                                         : CellKind::bits;
  out.push_back(spot);
}

/// The type behind typedefs and qualifiers, and pointers as they are.
const llvm::DIType* plain(const llvm::DIType* type) {
  while (const auto* d = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    if (d->getTag() == llvm::dwarf::DW_TAG_pointer_type) break;
    type = d->getBaseType();
  }
  return type;
}

/// "[i][j]" of an element, and the rest of the offset in `bits`.
std::string element_name(const llvm::DICompositeType& array,
                         std::uint64_t& bits) {
  const llvm::DIType* element = plain(array.getBaseType());
  if (element == nullptr || element->getSizeInBits() == 0) return "";
  std::uint64_t index = bits / element->getSizeInBits();
  bits %= element->getSizeInBits();
  std::string name;
  const llvm::DINodeArray ranges = array.getElements();
  for (unsigned i = ranges.size(); i-- > 0;) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(ranges[i]);
    std::uint64_t count = 0;
    if (range != nullptr && llvm::isa<llvm::ConstantInt*>(range->getCount())) {
      count = llvm::cast<llvm::ConstantInt*>(range->getCount())->getZExtValue();
    }
    const bool outermost = i == 0 || count == 0;
    name = "[" + std::to_string(outermost ? index : index % count) + "]" + name;
    if (outermost) break;
    index /= count;
  }
  return name;
}

}  // namespace

std::string field_name(const llvm::GlobalVariable& g, std::uint64_t offset) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  g.getDebugInfo(infos);
  if (infos.empty()) return "";
  const llvm::DIType* type = plain(infos.front()->getVariable()->getType());
  std::uint64_t bits = 8 * offset;
  std::string name;
  while (const auto* c = llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    if (c->getTag() == llvm::dwarf::DW_TAG_array_type) {
      name += element_name(*c, bits);
      type = plain(c->getBaseType());
      continue;
    }
    if (c->getTag() != llvm::dwarf::DW_TAG_structure_type &&
        c->getTag() != llvm::dwarf::DW_TAG_class_type) {
      break;
    }
    const llvm::DIDerivedType* field = nullptr;
    for (const llvm::DINode* node : c->getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember() ||
          member->getTag() != llvm::dwarf::DW_TAG_member) {
        continue;
      }
      // The last member that begins at or before the offset contains it.
      if (member->getOffsetInBits() <= bits) field = member;
    }
    if (field == nullptr) break;
    name += "." + field->getName().str();
    bits -= field->getOffsetInBits();
    type = plain(field->getBaseType());
  }
  return name;
}

std::vector<StateSpot> state_spots(
    const llvm::Module& m, const std::vector<EncoderInput::Range>& ranges) {
  std::vector<StateSpot> out;
  std::uint64_t packed = 0;
  for (const EncoderInput::Range& range : ranges) {
    const llvm::GlobalVariable* g = m.getNamedGlobal(range.global);
    CATENARY_CHECK(g != nullptr, "a variable of the state exists");
    const std::uint64_t end = range.offset + range.size;
    std::vector<StateSpot> fields;
    collect_fields(
        m.getDataLayout(), *g->getValueType(), 0, range.offset, end, fields);
    // Gaps become bytes, aligned pieces of up to 8.
    std::uint64_t done = range.offset;
    const auto until = [&](std::uint64_t to) {
      while (done < to) {
        StateSpot spot;
        spot.offset = done;
        spot.size = 8;
        while (spot.size > to - done || done % spot.size != 0) spot.size /= 2;
        done += spot.size;
        out.push_back(spot);
      }
    };
    const std::size_t first = out.size();
    for (const StateSpot& field : fields) {
      if (field.offset < done) continue;
      until(field.offset);
      out.push_back(field);
      done += field.size;
    }
    until(end);
    for (std::size_t i = first; i < out.size(); ++i) {
      out[i].global = g;
      out[i].packed = packed + out[i].offset - range.offset;
      out[i].name = g->getName().str() + field_name(*g, out[i].offset);
    }
    packed += range.size;
  }
  return out;
}

}  // namespace catenary::program
