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

/// The function type that a type is, behind names; null: none.
const llvm::DISubroutineType* function(const llvm::DIType* type) {
  bool is_const = false;
  return llvm::dyn_cast_or_null<llvm::DISubroutineType>(bare(type, is_const));
}

/// The same as spelling(), with qualifiers and pointers, for a parameter; empty
/// where some part has no name.
std::string full_spelling(const llvm::DIType* type) {
  if (type == nullptr) return "void";
  const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);
  if (derived != nullptr) {
    std::string base = full_spelling(derived->getBaseType());
    switch (derived->getTag()) {
      case dwarf::DW_TAG_const_type:
        return base.empty() ? "" : base + " const";
      case dwarf::DW_TAG_volatile_type:
        return base.empty() ? "" : base + " volatile";
      case dwarf::DW_TAG_restrict_type:
        return base;
      case dwarf::DW_TAG_pointer_type:
        return base.empty() ? "" : base + " *";
      default:
        break;
    }
  }
  return spelling(type);
}

std::optional<TypeShape::Signature> signature_of(
    const llvm::DISubroutineType* type) {
  if (type == nullptr) return std::nullopt;
  const llvm::DITypeRefArray types = type->getTypeArray();
  TypeShape::Signature out;
  bool is_const = false;
  const llvm::DIType* result = types.size() == 0 ? nullptr : types[0];
  out.result = full_spelling(result);
  out.returns_number = result != nullptr && scalar_of(result, is_const);
  if (out.result.empty()) return std::nullopt;
  for (unsigned i = 1; i < types.size(); ++i) {
    const std::string text = full_spelling(types[i]);
    // A null type among parameters stands for "...".
    if (text.empty() || types[i] == nullptr) return std::nullopt;
    out.parameters += (out.parameters.empty() ? "" : ", ") + text +
                      (text.ends_with('*') ? "p" : " p") + std::to_string(i);
  }
  if (out.parameters.empty()) out.parameters = "void";
  return out;
}

/// Adds a pointer to numbers or to a function; null: none. Those to structures
/// are left to links_in().
void add_pointer(const llvm::DIDerivedType* to,
                 const std::string& name,
                 TypeShape& out) {
  out.incomplete |= to == nullptr || structure(to->getBaseType()) == nullptr;
  if (to == nullptr) return;
  bool is_const = false;
  TypeShape::Pointer found{name, "", std::nullopt};
  if (scalar_of(to->getBaseType(), is_const)) {
    found.target = spelling(to->getBaseType());
  } else {
    found.function = signature_of(function(to->getBaseType()));
  }
  if (found.target.empty() && !found.function) return;
  out.pointers.push_back(std::move(found));
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
    add_pointer(pointer(type), name, out);
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
      TypeShape parts;
      list_numbers(to->getBaseType(), "", kMostNamedNesting, parts);
      out.push_back({inner,
                     spelling(to->getBaseType()),
                     links_in(to->getBaseType(), "", around, loose),
                     std::move(parts.numbers),
                     std::move(parts.pointers)});
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
  if (bare(type, is_const) == nullptr) return Kind::nothing;
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
  if (out.kind == Kind::pointer) out.function = signature_of(function(type));
  if (out.kind != Kind::nothing && out.target != Kind::nothing) {
    list_numbers(type, "", kMostNamedNesting, out);
  }
  out.links = links_in(type, "", {}, out.loose_pointers);
  return out;
}

}  // namespace catenary::program
