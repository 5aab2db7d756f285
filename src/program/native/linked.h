// SPDX-License-Identifier: Apache-2.0
/// \file
/// An image in memory, ready to be run. The one door to LLVM's JIT linker (ORC,
/// JITLink).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "program/native/guard.h"
#include "program/native/native.h"

namespace llvm::orc {
class LLJIT;
}

namespace catenary::program {

/// The functions and variables of one copy of an image. No code of it runs
/// until it is called, so it can be made before a process forks. Members are
/// addresses within the copy and live as long as it does.
class LinkedProgram {
 public:
  /// Links the object at addresses of its own. Symbols of this process are not
  /// visible to it, apart from native_functions() and Frame::stop(). Throws
  /// ToolError. Cost: a few milliseconds, and seconds for an object of tens of
  /// megabytes.
  explicit LinkedProgram(const NativeImage& image);
  ~LinkedProgram();
  LinkedProgram(const LinkedProgram&) = delete;
  LinkedProgram& operator=(const LinkedProgram&) = delete;

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  /// The address of a symbol. Throws ToolError where there is none.
  template <typename F>
  F symbol(const std::string& name);

 public:
  /// The initialisation, one step, and one step from a given state that is
  /// stored elsewhere, see Entry.
  Entry* run_init = nullptr;
  Entry* run_step = nullptr;
  Entry* step_from = nullptr;
  /// Completes the hits after a run that was stopped (1) or not (0).
  void (*collect)(int stopped) = nullptr;
  /// The state, packed as StepSystem::state describes it.
  void (*save)(std::byte*) = nullptr;
  void (*load)(std::byte*) = nullptr;
  /// All variables, whether they are state or not.
  void (*save_image)(std::byte*) = nullptr;
  void (*load_image)(std::byte*) = nullptr;
  /// Whether the state is final; null where the description has no condition
  /// for that.
  int (*final)() = nullptr;
  /// Two functions for each output. The type of the output says which of them
  /// is to be called.
  std::vector<long long (*)()> outputs;
  std::vector<double (*)()> outputs_float;
  /// Bitmap of the goals that the last step covered; NativeImage::hit_words.
  std::uint64_t* hits = nullptr;
  /// Iterations of loops that the next run may make; null where none are
  /// counted.
  std::int64_t* loops_left = nullptr;
  /// Addresses of NativeImage::calls, in that order.
  std::vector<const std::uint32_t*> places;
};

}  // namespace catenary::program
