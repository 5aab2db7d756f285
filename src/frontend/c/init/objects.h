// SPDX-License-Identifier: Apache-2.0
/// \file
/// Variables that a description declares as arguments: their names and
/// declarations, what their pointers point to, and the rows for their numbers.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "frontend/c/init/guess.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Elements of the arrays that stand for what a program reads, or writes.
inline constexpr std::size_t kReadElements = 8;
inline constexpr std::size_t kWrittenElements = 16;

/// How the numbers of an object are listed.
enum class Role : std::uint8_t {
  input,
  output,
  memory,  ///< candidates of both, behind '#'
  none     ///< not at all
};

/// Collects declarations. The guess gets the rows.
class ArgumentObjects {
 public:
  /// Both must outlive this. New names differ from those of the file.
  ArgumentObjects(const program::Inventory& inventory, Guess& guess);

  /// Declares a variable; returns its name. `elements`: of an array; 0: none.
  std::string number(const std::string& type,
                     const std::string& wanted,
                     std::size_t elements = 0);
  /// Declares a structure, with what its pointers point to. Returns its name.
  std::string structure(const program::TypeShape& type,
                        const std::string& wanted,
                        Role role);
  /// Declares a function whose result is an input; one for each signature.
  std::string function(const program::TypeShape::Signature& signature,
                       const std::string& wanted);
  /// The structure of this type that was declared first; "": none.
  [[nodiscard]] std::string declared(const std::string& type) const;

  /// Whether it is certain that no function writes into a structure of this
  /// type.
  [[nodiscard]] bool is_only_read(const std::string& type) const;

  /// Adds a row.
  void row(Role role,
           const std::string& lvalue,
           const std::string& type,
           const std::string& range = "");

  /// C text.
  [[nodiscard]] const std::string& declarations() const {
    return declarations_;
  }
  /// Statements that set the pointers.
  [[nodiscard]] const std::string& links() const { return links_; }

 private:
  std::string name_for(const std::string& wanted);
  void list(Role role,
            const std::string& object,
            const std::vector<std::string>& numbers);
  void fill(const std::string& object,
            const std::vector<program::TypeShape::Pointer>& pointers,
            const std::vector<program::TypeShape::Link>& links);
  void link(const std::string& object, const program::TypeShape::Link& link);
  /// Whether some function stores into a structure of this type.
  [[nodiscard]] bool is_written(const std::string& type) const;

  const program::Inventory& inventory_;
  Guess& guess_;
  std::set<std::string> taken_;
  std::string declarations_, links_;
  std::vector<std::pair<std::string, std::string>> objects_;  ///< type, name
  std::map<std::string, std::string> functions_;  ///< signature to name
};

}  // namespace catenary::frontend::c
