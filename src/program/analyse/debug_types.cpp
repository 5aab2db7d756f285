// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads DWARF metadata of the module (types, members, enumerators).
#include "program/analyse/debug_types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/GlobalVariable.h>

#include <set>

namespace catenary::program {

namespace {

namespace dwarf = llvm::dwarf;
using model::ScalarType;

/// Elements of arrays that are listed, nested arrays multiplied.
constexpr std::uint64_t kMostListedElements = 4096;

/// The type behind typedefs and qualifiers, which do not change its layout;
/// null for void, pointers and references.
const llvm::DIType* bare_type(const llvm::DIType* type, bool& is_const) {
  while (const auto* derived =
             llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
      case dwarf::DW_TAG_const_type:
        is_const = true;
        break;
      case dwarf::DW_TAG_typedef:
      case dwarf::DW_TAG_volatile_type:
      case dwarf::DW_TAG_restrict_type:
      case dwarf::DW_TAG_atomic_type:
        break;
      default:
        return nullptr;  // pointers, references
    }
    type = derived->getBaseType();
  }
  return type;
}

/// The type of this width, nothing for others such as 128 bits.
std::optional<ScalarType> of_width(std::uint64_t bits,
                                   ScalarType w8,
                                   ScalarType w16,
                                   ScalarType w32,
                                   ScalarType w64) {
  switch (bits) {
    case 8:
      return w8;
    case 16:
      return w16;
    case 32:
      return w32;
    case 64:
      return w64;
    default:
      return std::nullopt;
  }
}

/// The values of an enumeration; of several names for one value the first.
std::vector<std::pair<std::string, std::int64_t>> enumerators(
    const llvm::DIType* type) {
  bool is_const = false;
  const auto* composite =
      llvm::dyn_cast_or_null<llvm::DICompositeType>(bare_type(type, is_const));
  std::vector<std::pair<std::string, std::int64_t>> out;
  if (composite == nullptr ||
      composite->getTag() != dwarf::DW_TAG_enumeration_type) {
    return out;
  }
  std::set<std::int64_t> seen;
  for (const llvm::DINode* node : composite->getElements()) {
    const auto* value = llvm::dyn_cast<llvm::DIEnumerator>(node);
    if (value == nullptr) continue;
    const std::int64_t number = value->getValue().getSExtValue();
    if (seen.insert(number).second) {
      out.emplace_back(value->getName().str(), number);
    }
  }
  return out;
}

/// Walks a type and lists the numbers in it.
class Lister {
 public:
  explicit Lister(std::vector<PlacedScalar>& out) : out_(out) {}

  void list(const llvm::DIType* type,
            const std::string& name,
            const std::vector<std::uint64_t>& at) {
    bool is_const = false;
    if (const auto scalar = scalar_of(type, is_const)) {
      out_.push_back({name, *scalar, at, 0, 0, enumerators(type)});
      return;
    }
    const auto* composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(
        bare_type(type, is_const));
    if (composite == nullptr) return;
    switch (composite->getTag()) {
      case dwarf::DW_TAG_array_type:
        list_elements(*composite, name, at);
        break;
      case dwarf::DW_TAG_structure_type:
      case dwarf::DW_TAG_class_type:
        list_members(*composite, name, at);
        break;
      default:
        break;
    }
  }

 private:
  void list_members(const llvm::DICompositeType& type,
                    const std::string& name,
                    const std::vector<std::uint64_t>& at) {
    for (const llvm::DINode* node : type.getElements()) {
      const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(node);
      if (member == nullptr || member->isStaticMember()) continue;
      // Members of a base class and of an unnamed structure are named as if
      // they were members of the structure itself, as in C and C++.
      const bool base = member->getTag() == dwarf::DW_TAG_inheritance;
      if (!base && member->getTag() != dwarf::DW_TAG_member) continue;
      const std::string inner = base || member->getName().empty()
                                    ? name
                                    : name + "." + member->getName().str();
      std::vector<std::uint64_t> offsets = at;
      for (std::uint64_t& offset : offsets) {
        offset += member->getOffsetInBits() / 8;
      }
      if (member->isBitField()) {
        list_bit_field(*member, inner, std::move(offsets));
      } else {
        list(member->getBaseType(), inner, offsets);
      }
    }
  }

  void list_bit_field(const llvm::DIDerivedType& member,
                      const std::string& name,
                      std::vector<std::uint64_t> offsets) {
    bool is_const = false;
    const auto scalar = scalar_of(member.getBaseType(), is_const);
    const std::uint64_t first = member.getOffsetInBits() % 8;
    if (!scalar || member.getName().empty() ||
        // A packed field may reach into a ninth byte, which no type here has.
        first + member.getSizeInBits() > 64) {
      return;
    }
    out_.push_back({name,
                    *scalar,
                    std::move(offsets),
                    static_cast<std::uint32_t>(member.getSizeInBits()),
                    static_cast<std::uint32_t>(first),
                    {}});
  }

  void list_elements(const llvm::DICompositeType& type,
                     std::string name,
                     const std::vector<std::uint64_t>& at) {
    std::uint64_t count = 1;
    for (const llvm::DINode* node : type.getElements()) {
      const auto* range = llvm::dyn_cast<llvm::DISubrange>(node);
      if (range == nullptr) return;
      const auto* length =
          llvm::dyn_cast_if_present<llvm::ConstantInt*>(range->getCount());
      // A flexible array member, or one without elements, has nothing to list.
      if (length == nullptr || length->getSExtValue() <= 0) return;
      const std::uint64_t n = length->getZExtValue();
      if (n > kMostListedElements ||
          count * n * at.size() > kMostListedElements) {
        return;
      }
      count *= n;
      name += n == 1 ? "[0]" : "[0.." + std::to_string(n - 1) + "]";
    }
    // All dimensions at once: elements are contiguous.
    const std::uint64_t stride = type.getSizeInBits() / 8 / count;
    std::vector<std::uint64_t> offsets;
    for (const std::uint64_t start : at) {
      for (std::uint64_t i = 0; i < count; ++i) {
        offsets.push_back(start + i * stride);
      }
    }
    list(type.getBaseType(), name, offsets);
  }

  std::vector<PlacedScalar>& out_;
};

}  // namespace

std::optional<ScalarType> scalar_of(const llvm::DIType* type, bool& is_const) {
  type = bare_type(type, is_const);
  if (const auto* composite =
          llvm::dyn_cast_or_null<llvm::DICompositeType>(type)) {
    if (composite->getTag() != dwarf::DW_TAG_enumeration_type) return {};
    // An enumeration in C without a recorded type is an unsigned int.
    return composite->getBaseType() != nullptr
               ? scalar_of(composite->getBaseType(), is_const)
               : ScalarType::uint32;
  }
  const auto* basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(type);
  if (basic == nullptr) return {};
  const std::uint64_t bits = basic->getSizeInBits();
  switch (basic->getEncoding()) {
    case dwarf::DW_ATE_boolean:
      return ScalarType::boolean;
    case dwarf::DW_ATE_float:
      if (bits == 32) return ScalarType::float32;
      if (bits == 64) return ScalarType::float64;
      return {};
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char:
      return of_width(bits,
                      ScalarType::int8,
                      ScalarType::int16,
                      ScalarType::int32,
                      ScalarType::int64);
    case dwarf::DW_ATE_unsigned:
    case dwarf::DW_ATE_unsigned_char:
    case dwarf::DW_ATE_UTF:
      return of_width(bits,
                      ScalarType::uint8,
                      ScalarType::uint16,
                      ScalarType::uint32,
                      ScalarType::uint64);
    default:
      return {};
  }
}

std::vector<PlacedScalar> scalars_of(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::DIGlobalVariableExpression*, 1> infos;
  variable.getDebugInfo(infos);
  std::vector<PlacedScalar> out;
  // An expression says that the variable is only a part of what it was.
  if (infos.size() != 1 ||
      infos.front()->getExpression()->getNumElements() != 0)
    return out;
  Lister(out).list(infos.front()->getVariable()->getType(),
                   llvm::demangle(variable.getName().str()),
                   {0});
  return out;
}

}  // namespace catenary::program
