// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shapes of types, see type_shape.h.
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

/// Limits of what a description can sensibly name.
constexpr std::uint64_t kMostNamedElements = 64;
constexpr unsigned kMostNamedNesting = 8;

/// The type behind qualifiers; names of types (typedefs) stay.
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

/// The type behind qualifiers and typedefs.
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

/// Null where the type is not a structure.
const llvm::DICompositeType* structure(const llvm::DIType* type) {
  bool is_const = false;
  const auto* composite =
      llvm::dyn_cast_or_null<llvm::DICompositeType>(bare(type, is_const));
  return composite != nullptr &&
                 composite->getTag() == dwarf::DW_TAG_structure_type
             ? composite
             : nullptr;
}

/// Null where the type is not a pointer.
const llvm::DIDerivedType* pointer(const llvm::DIType* type) {
  bool is_const = false;
  const auto* derived =
      llvm::dyn_cast_or_null<llvm::DIDerivedType>(bare(type, is_const));
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_pointer_type
             ? derived
             : nullptr;
}

/// How the type is written in C; empty where it has no name.
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

/// Lists the numbers by the C text after the variable's name, e.g. ".a[1]".
/// Pointers to structures are left to links_in().
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
      // Members of an unnamed structure are named as if they were its own.
      out.has_bit_fields |= member->isBitField();
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
        length->getZExtValue() * names.size() > kMostNamedElements) {
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

/// Pointers to structures, with the pointers in those. `around`: the structures
/// that contain this one. A pointer back to one of them makes a list or a tree,
/// not a part; it sets `loose`.
std::vector<TypeShape::Link> links_in(
    const llvm::DIType* type,
    const std::string& name,
    std::vector<const llvm::DICompositeType*> around,
    bool& loose) {
  std::vector<TypeShape::Link> out;
  const llvm::DICompositeType* in = structure(type);
  if (in == nullptr || around.size() >= kMostNamedNesting) return out;
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

/// Scalars first: an enumeration is a composite type in debug information.
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
  // Only the qualifier is wanted.
  (void)bare(type, out.is_const);
  out.name = spelling(type);
  if (out.kind != Kind::nothing && out.target != Kind::nothing) {
    list_numbers(type, "", kMostNamedNesting, out);
  }
  out.links = links_in(type, "", {}, out.loose_pointers);
  return out;
}

}  // namespace catenary::program
