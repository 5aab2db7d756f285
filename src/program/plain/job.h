// SPDX-License-Identifier: Apache-2.0
/// \file
/// The job that is written for the driver (runtime/challenge/driver.c), and
/// where its values come from. Internal to program/plain.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/step/plain_program.h"

namespace catenary::program::plain {

/// A number in the memory of the program whose least and largest values the
/// driver reports.
struct Watched {
  /// Type and bits; owned by the system.
  const model::StateScalar* scalar = nullptr;
  /// One for each element that has this scalar, e.g. of an array.
  std::vector<std::uint64_t> addresses;
};

/// All that goes into a job. References must outlive it.
struct JobText {
  const model::StepSystem& system;
  const model::PlainJob& job;
  /// Inputs and initial choices that are set before a step; those after them in
  /// the system are called for by the code.
  std::uint32_t inputs = 0, initial = 0;
  const std::vector<Watched>& watched;
  /// Integers from the text of the sources: likely boundaries.
  const std::vector<std::int64_t>& constants;
  /// Which of the runs are made: a third of them begin with a sequence.
  enum class Part : std::uint8_t { all, without_sequence, with_sequence };
  Part part = Part::all;
  /// A step that ends in abort() is not judged: it is how assumptions of the
  /// program end a run.
  bool quiet_ends = false;
  /// Print what each run is given.
  bool print = false;
  /// Byte with which the stack is filled before a run, so that reads of
  /// variables that nobody set can differ between two compilations.
  int fill = 0;
};
/// One line for each key; numbers are hexadecimal where bits are meant. The
/// text determines the runs, time limits aside.
[[nodiscard]] std::string write_job(const JobText& text);

/// Adds integer and character literals of a source text, and their neighbours
/// and negation. Works on the characters alone: a number in a comment is added,
/// too, which costs an attempt but no correctness. At most 2,000.
void add_constants(const std::string& source, std::vector<std::int64_t>& out);

}  // namespace catenary::program::plain
