// SPDX-License-Identifier: Apache-2.0
/// \file
/// Faults at places of the user, see user_places.h.
#include "frontend/c/user_places.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "frontend/c/variables.h"

namespace catenary::frontend::c {

namespace fs = std::filesystem;

std::vector<base::Diagnostic> in_places_of_the_user(
    const std::vector<base::Diagnostic>& faults, const HarnessText& harness) {
  std::vector<base::Diagnostic> users;
  std::vector<base::Diagnostic> ours;
  const auto add = [](std::vector<base::Diagnostic>& to, base::Diagnostic d) {
    const auto same = [&d](const base::Diagnostic& other) {
      return other.where == d.where && other.message == d.message;
    };
    // An lvalue occurs in several functions of the harness.
    if (std::none_of(to.begin(), to.end(), same)) to.push_back(std::move(d));
  };
  for (base::Diagnostic d : faults) {
    std::erase_if(d.notes, [](const base::Diagnostic& note) {
      return note.where.file == kHarnessFile;
    });
    if (fs::path(d.where.file).filename() != kHarnessFile) {
      add(users, std::move(d));
      continue;
    }
    const HarnessPiece* piece = nullptr;
    for (const HarnessPiece& p : harness.pieces) {
      // Pieces are in the order of the harness: the last one before the fault
      // counts.
      if (p.line <= d.where.line) piece = &p;
    }
    if (piece == nullptr) {
      add(users, std::move(d));
    } else if (!piece->variable.empty()) {
      add(users, not_a_scalar(piece->variable, piece->name, piece->code.where));
    } else {
      d.where = piece->code.where;
      add(ours, std::move(d));
    }
  }
  // Messages about our text follow from those about the user's.
  return users.empty() ? ours : users;
}

}  // namespace catenary::frontend::c
