// SPDX-License-Identifier: Apache-2.0
/// \file
/// An image in memory, ready to be run. The one door to LLVM's JIT linker.
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

/// The functions and variables of one copy of an image. Nothing of it runs
/// until it is called, so it can be made before a process forks.
class LinkedProgram {
 public:
  /// Throws ToolError. Cost: a few milliseconds, and seconds for an object of
  /// tens of megabytes.
  explicit LinkedProgram(const NativeImage& image);
  ~LinkedProgram();
  LinkedProgram(const LinkedProgram&) = delete;
  LinkedProgram& operator=(const LinkedProgram&) = delete;

 private:
  std::unique_ptr<llvm::orc::LLJIT> jit_;
  template <typename F>
  F symbol(const std::string& name);

 public:
  Entry* run_init = nullptr;
  Entry* run_step = nullptr;
  Entry* step_from = nullptr;
  void (*collect)(int stopped) = nullptr;
  void (*save)(std::byte*) = nullptr;
  void (*load)(std::byte*) = nullptr;
  void (*save_image)(std::byte*) = nullptr;
  void (*load_image)(std::byte*) = nullptr;
  int (*final)() = nullptr;
  std::vector<long long (*)()> outputs;
  std::vector<double (*)()> outputs_float;
  std::uint64_t* hits = nullptr;
  /// Of NativeImage::calls.
  std::vector<const std::uint32_t*> places;
};

}  // namespace catenary::program
