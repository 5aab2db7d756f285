// SPDX-License-Identifier: Apache-2.0
/// \file
/// Arguments for a step that takes some, and for its initialisation: variables
/// that the description declares. Other than guess_wiring(), which refuses what
/// is not certain, this always finds a call that compiles, for a person to
/// correct.
#pragma once

#include "frontend/c/init/guess.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// Arguments for `step`, if it takes some, and for the initialisation: sets
/// declare, step and init of `guess.description`, and adds rows and remarks.
/// Parameters become:
/// - numbers, structures by value or `const`, structures that nothing writes,
///   numbers behind pointers that are only read: inputs, where indexed of an
///   array of 8;
/// - numbers behind pointers that are written: outputs, where indexed of 16;
/// - other structures behind pointers: an object, whose numbers are candidates,
///   except in those that are named as inputs or outputs of generated code;
///   what they point to is made as well, where it is known;
/// - pointers to functions: a function whose result is an input;
/// - a length right behind an array: an input within its size;
/// - anything else: 0, with a remark.
/// The initialisation is the first of `guess.inits` that takes one of these
/// structures, or any for a step without arguments; false: none does, and
/// `init`, if set, only sets pointers. `inventory` must list `step`, see
/// step_candidates().
bool wire_arguments(const program::Inventory& inventory,
                    const program::Inventory::Function& step,
                    Guess& guess);

}  // namespace catenary::frontend::c
