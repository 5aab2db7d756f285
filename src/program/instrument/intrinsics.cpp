// SPDX-License-Identifier: Apache-2.0
/// \file
/// The list of repeatable intrinsics, see intrinsics.h.
#include "program/instrument/intrinsics.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/IntrinsicsX86.h>

namespace catenary::program {

namespace {

namespace Intrinsic = llvm::Intrinsic;

/// Without effects that a program sees.
bool has_no_effect(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::dbg_declare:
    case Intrinsic::dbg_value:
    case Intrinsic::dbg_label:
    case Intrinsic::dbg_assign:
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::invariant_start:
    case Intrinsic::invariant_end:
    case Intrinsic::assume:
    case Intrinsic::donothing:
    case Intrinsic::sideeffect:
    case Intrinsic::experimental_noalias_scope_decl:
    case Intrinsic::prefetch:
    case Intrinsic::var_annotation:
    case Intrinsic::ptr_annotation:
    case Intrinsic::annotation:
    case Intrinsic::instrprof_increment:
    case Intrinsic::instrprof_increment_step:
    case Intrinsic::instrprof_cover:
    case Intrinsic::instrprof_mcdc_parameters:
    case Intrinsic::instrprof_mcdc_tvbitmap_update:
    case Intrinsic::instrprof_value_profile:
      return true;
    default:
      return false;
  }
}

/// They return one of their operands, or a constant.
bool returns_operand(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::expect:
    case Intrinsic::expect_with_probability:
    case Intrinsic::launder_invariant_group:
    case Intrinsic::strip_invariant_group:
    case Intrinsic::ssa_copy:
    case Intrinsic::is_constant:
    case Intrinsic::objectsize:
    case Intrinsic::ptrmask:
    case Intrinsic::threadlocal_address:
    case Intrinsic::allow_runtime_check:
    case Intrinsic::allow_ubsan_check:
    case Intrinsic::type_test:
    case Intrinsic::public_type_test:
      return true;
    default:
      return false;
  }
}

/// Memory of the program.
bool is_memory(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::memcpy:
    case Intrinsic::memcpy_inline:
    case Intrinsic::memmove:
    case Intrinsic::memset:
    case Intrinsic::memset_inline:
    case Intrinsic::masked_load:
    case Intrinsic::masked_store:
    case Intrinsic::masked_gather:
    case Intrinsic::masked_scatter:
    case Intrinsic::masked_expandload:
    case Intrinsic::masked_compressstore:
    case Intrinsic::stacksave:
    case Intrinsic::stackrestore:
    case Intrinsic::vastart:
    case Intrinsic::vacopy:
    case Intrinsic::vaend:
      return true;
    default:
      return false;
  }
}

/// Integers.
bool is_integer(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sadd_with_overflow:
    case Intrinsic::uadd_with_overflow:
    case Intrinsic::ssub_with_overflow:
    case Intrinsic::usub_with_overflow:
    case Intrinsic::smul_with_overflow:
    case Intrinsic::umul_with_overflow:
    case Intrinsic::sadd_sat:
    case Intrinsic::uadd_sat:
    case Intrinsic::ssub_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::sshl_sat:
    case Intrinsic::ushl_sat:
    case Intrinsic::smul_fix:
    case Intrinsic::umul_fix:
    case Intrinsic::smul_fix_sat:
    case Intrinsic::umul_fix_sat:
    case Intrinsic::sdiv_fix:
    case Intrinsic::udiv_fix:
    case Intrinsic::sdiv_fix_sat:
    case Intrinsic::udiv_fix_sat:
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::abs:
    case Intrinsic::scmp:
    case Intrinsic::ucmp:
    case Intrinsic::ctpop:
    case Intrinsic::ctlz:
    case Intrinsic::cttz:
    case Intrinsic::bswap:
    case Intrinsic::bitreverse:
    case Intrinsic::fshl:
    case Intrinsic::fshr:
      return true;
    default:
      return false;
  }
}

/// Floats, in the rounding mode that nothing can change.
bool is_float(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::fabs:
    case Intrinsic::floor:
    case Intrinsic::ceil:
    case Intrinsic::trunc:
    case Intrinsic::round:
    case Intrinsic::rint:
    case Intrinsic::nearbyint:
    case Intrinsic::roundeven:
    case Intrinsic::lrint:
    case Intrinsic::llrint:
    case Intrinsic::lround:
    case Intrinsic::llround:
    case Intrinsic::sqrt:
    case Intrinsic::fma:
    case Intrinsic::fmuladd:
    case Intrinsic::minnum:
    case Intrinsic::maxnum:
    case Intrinsic::minimum:
    case Intrinsic::maximum:
    case Intrinsic::copysign:
    case Intrinsic::canonicalize:
    case Intrinsic::is_fpclass:
    case Intrinsic::fptosi_sat:
    case Intrinsic::fptoui_sat:
    case Intrinsic::ldexp:
    case Intrinsic::frexp:
    case Intrinsic::sin:
    case Intrinsic::cos:
    case Intrinsic::tan:
    case Intrinsic::asin:
    case Intrinsic::acos:
    case Intrinsic::atan:
    case Intrinsic::sinh:
    case Intrinsic::cosh:
    case Intrinsic::tanh:
    case Intrinsic::exp:
    case Intrinsic::exp2:
    case Intrinsic::exp10:
    case Intrinsic::log:
    case Intrinsic::log2:
    case Intrinsic::log10:
    case Intrinsic::pow:
    case Intrinsic::powi:
    case Intrinsic::convert_to_fp16:
    case Intrinsic::convert_from_fp16:
    case Intrinsic::arithmetic_fence:
      return true;
    default:
      return false;
  }
}

/// Vectors.
bool is_vector(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::vector_reduce_add:
    case Intrinsic::vector_reduce_mul:
    case Intrinsic::vector_reduce_and:
    case Intrinsic::vector_reduce_or:
    case Intrinsic::vector_reduce_xor:
    case Intrinsic::vector_reduce_smin:
    case Intrinsic::vector_reduce_smax:
    case Intrinsic::vector_reduce_umin:
    case Intrinsic::vector_reduce_umax:
    case Intrinsic::vector_reduce_fadd:
    case Intrinsic::vector_reduce_fmul:
    case Intrinsic::vector_reduce_fmin:
    case Intrinsic::vector_reduce_fmax:
    case Intrinsic::vector_insert:
    case Intrinsic::vector_extract:
    case Intrinsic::vector_reverse:
    case Intrinsic::vector_splice:
    case Intrinsic::get_active_lane_mask:
      return true;
    default:
      return false;
  }
}

/// Instructions of the machine that only compute.
bool is_machine_arithmetic(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::x86_sse42_crc32_32_8:
    case Intrinsic::x86_sse42_crc32_32_16:
    case Intrinsic::x86_sse42_crc32_32_32:
    case Intrinsic::x86_sse42_crc32_64_64:
    case Intrinsic::x86_bmi_pdep_32:
    case Intrinsic::x86_bmi_pdep_64:
    case Intrinsic::x86_bmi_pext_32:
    case Intrinsic::x86_bmi_pext_64:
    case Intrinsic::x86_bmi_bextr_32:
    case Intrinsic::x86_bmi_bextr_64:
    case Intrinsic::x86_pclmulqdq:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_repeatable(const llvm::CallBase& call) {
  // Of the same kind as the operators, in the default environment, which
  // nothing can change.
  if (llvm::isa<llvm::ConstrainedFPIntrinsic>(call)) return true;
  const Intrinsic::ID id = call.getIntrinsicID();
  return has_no_effect(id) || returns_operand(id) || is_memory(id) ||
         is_integer(id) || is_float(id) || is_vector(id) ||
         is_machine_arithmetic(id);
}

}  // namespace catenary::program
