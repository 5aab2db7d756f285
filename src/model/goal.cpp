// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names of goals' kinds, states and grounds, as suites and reports have
/// them.
///
/// Names are part of file formats: they stay when enumerators are renamed.
#include "model/goal.h"

namespace catenary::model {

const char* to_string(GoalKind kind) {
  switch (kind) {
    case GoalKind::property:
      return "property";
    case GoalKind::violation:
      return "violation";
    case GoalKind::requirement:
      return "requirement";
    case GoalKind::label:
      return "label";
    case GoalKind::annotation:
      return "annotation";
    case GoalKind::branch:
      return "branch";
    case GoalKind::statement:
      return "statement";
    case GoalKind::function:
      return "function";
    case GoalKind::call:
      return "call";
    case GoalKind::decision:
      return "decision";
    case GoalKind::condition:
      return "condition";
    case GoalKind::mcdc:
      return "mcdc";
    case GoalKind::mcdc_unique:
      return "mcdc-unique";
    case GoalKind::vector:
      return "vector";
    case GoalKind::boundary:
      return "boundary";
    case GoalKind::state:
      return "state";
    case GoalKind::transition:
      return "transition";
    // Undefined behaviour has a short name, since it is in many ids.
    case GoalKind::undefined:
      return "ub";
    case GoalKind::assertion:
      return "assertion";
    case GoalKind::other:
      return "other";
  }
  return "other";
}

const char* to_string(GoalStatus status) {
  switch (status) {
    case GoalStatus::covered:
      return "covered";
    case GoalStatus::unreachable:
      return "unreachable";
    case GoalStatus::not_within_bound:
      return "not_within_bound";
    case GoalStatus::undecided:
      return "undecided";
    case GoalStatus::excluded:
      return "excluded";
  }
  return "undecided";
}

const char* to_string(Trust trust) {
  switch (trust) {
    case Trust::replayed:
      return "replayed";
    case Trust::proved:
      return "proved";
    case Trust::agreed:
      return "agreed";
    case Trust::certified:
      return "certified";
    case Trust::claimed:
      return "claimed";
  }
  return "claimed";
}

}  // namespace catenary::model
