// SPDX-License-Identifier: Apache-2.0
#include "program/analyse/type_shape.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>

#include <algorithm>
#include <cstdint>

#include "program/analyse/debug_types.h"

namespace catenary::program {

namespace {

namespace dwarf = llvm::dwarf;
using Kind = TypeShape::Kind;

constexpr std::uint64_t kMostElements = 64;
constexpr unsigned kMostNesting = 8;

/// Behind qualifiers; names stay.
const llvm::DIType* unqualified(const llvm::DIType* type, bool& is_const) {
  while (const auto* derived =
             llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag == dwarf::DW_TAG_const_type) is_const = true;
    if (tag != dwarf::DW_TAG_const_type && tag != dwarf::DW_TAG_volatile_type &&
        tag != dwarf::DW_TAG_restrict_type) {
      break;
    }
    type = derived->getBaseType();
  }
  return type;
}

/// Behind names, too.
const llvm::DIType* bare(const llvm::DIType* type, bool& is_const) {
  for (;;) {
    type = unqualified(type, is_const);
    const auto* derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type);
    if (derived == nullptr || derived->getTag() != dwarf::DW_TAG_typedef) {
      return type;
    }
    type = derived->getBaseType();
  }
}

const llvm::DICompositeType* structure(const llvm::DIType* type) {
  bool is_const = false;
  const auto* composite =
      llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type, is_const));
  return composite != nullptr &&
                 composite->getTag() == dwarf::DW_TAG_structure_type
             ? composite
             : nullptr;
}

/// Null where the type is no pointer.
const llvm::DIDerivedType* pointer(const llvm::DIType* type) {
  bool is_const = false;
  const auto* derived =
      llvm::dyn_cast_or_null<llvm::DIDerivedType>(bare(type, is_const));
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_pointer_type
             ? derived
             : nullptr;
}

std::string spelling(const llvm::DIType* type) {
  bool is_const = false;
  type = unqualified(type, is_const);
  if (type == nullptr) return "void";
  std::string name = type->getName().str();
  if (const auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type)) {
    switch (composite->getTag()) {
      case dwarf::DW_TAG_structure_type:
        return name.empty() ? "" : "struct " + name;
      case dwarf::DW_TAG_enumeration_type:
        return name.empty() ? "" : "enum " + name;
      case dwarf::DW_TAG_union_type:
        return name.empty() ? "" : "union " + name;
      default:
        return "";
    }
  }
  return name;
}

/// Lists numbers; pointers to structures are for links_in().
void list_numbers(const llvm::DIType* type,
                  const std::string& name,
                  unsigned nesting,
                  TypeShape& out) {
  bool is_const = false;
  if (scalar_of(type, is_const)) {
    out.numbers.push_back(name);
    return;
  }
  const auto* composite =
      llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type, is_const));
  if (composite == nullptr || nesting == 0) {
    const llvm::DIDerivedType* to = pointer(type);
    out.incomplete |= to == nullptr || structure(to->getBaseType()) == nullptr;
    return;
  }
  if (composite->getTag() == dwarf::DW_TAG_structure_type) {
    for (const llvm::DINode* node : composite->getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->getTag() != dwarf::DW_TAG_member ||
          member->isStaticMember()) {
        continue;
      }
      const std::string inner = member->getName().str();
      // Members of a structure without a name are named as its own.
      if (inner.empty() && member->isBitField()) continue;
      list_numbers(member->getBaseType(),
                   inner.empty() ? name : name + "." + inner,
                   nesting - 1,
                   out);
    }
    return;
  }
  if (composite->getTag() != dwarf::DW_TAG_array_type) {
    out.incomplete = true;
    return;
  }
  std::vector<std::string> names{name};
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
    const auto* length =
        range == nullptr
            ? nullptr
            : llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
    if (length == nullptr || length->getSExtValue() <= 0 ||
        length->getZExtValue() * names.size() > kMostElements) {
      out.incomplete = true;
      return;
    }
    std::vector<std::string> longer;
    for (const std::string& one : names) {
      for (std::uint64_t i = 0; i < length->getZExtValue(); ++i) {
        longer.push_back(one + "[" + std::to_string(i) + "]");
      }
    }
    names = std::move(longer);
  }
  for (const std::string& one : names) {
    list_numbers(composite->getBaseType(), one, nesting - 1, out);
  }
}

/// `around`: the structures that hold this one. What points back to one of
/// them is a list or a tree, not a part.
std::vector<TypeShape::Link> links_in(
    const llvm::DIType* type,
    const std::string& name,
    std::vector<const llvm::DICompositeType*> around,
    bool& loose) {
  std::vector<TypeShape::Link> out;
  const llvm::DICompositeType* in = structure(type);
  if (in == nullptr || around.size() >= kMostNesting) return out;
  around.push_back(in);
  for (const llvm::DINode* node : in->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
    if (member == nullptr || member->getTag() != dwarf::DW_TAG_member) continue;
    const std::string inner = name + "." + member->getName().str();
    if (const llvm::DIDerivedType* to = pointer(member->getBaseType())) {
      const llvm::DICompositeType* target = structure(to->getBaseType());
      if (target == nullptr || target->isForwardDecl() ||
          std::find(around.begin(), around.end(), target) != around.end()) {
        loose = true;
        continue;
      }
      out.push_back({inner,
                     spelling(to->getBaseType()),
                     links_in(to->getBaseType(), "", around, loose)});
      continue;
    }
    for (TypeShape::Link& link :
         links_in(member->getBaseType(), inner, around, loose)) {
      out.push_back(std::move(link));
    }
  }
  return out;
}

Kind kind_of(const llvm::DIType* type) {
  bool is_const = false;
  if (type == nullptr) return Kind::nothing;
  if (scalar_of(type, is_const)) return Kind::scalar;
  if (structure(type) != nullptr) return Kind::structure;
  return pointer(type) != nullptr ? Kind::pointer : Kind::other;
}

}  // namespace

TypeShape shape_of(const llvm::DIType* type) {
  TypeShape out;
  out.kind = kind_of(type);
  if (out.kind == Kind::pointer) {
    type = pointer(type)->getBaseType();
    out.target = kind_of(type);
  }
  (void)bare(type, out.is_const);
  out.name = spelling(type);
  if (out.kind != Kind::nothing && out.target != Kind::nothing) {
    list_numbers(type, "", kMostNesting, out);
  }
  out.links = links_in(type, "", {}, out.loose_pointers);
  return out;
}

}  // namespace catenary::program
