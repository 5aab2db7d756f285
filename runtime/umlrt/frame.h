// SPDX-License-Identifier: Apache-2.0
/// \file
/// The frame service: instances of optional parts are incarnated and destroyed.
/// Of one capsule alone, whether that succeeds is for the test to say; in a
/// system it happens. Included by umlrt.h.
#pragma once

#ifdef CATENARY_UMLRT_SYSTEM

#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

namespace {
/// What incarnate() is given besides the part. The argument may be the index,
/// the class of the instance, the name of a controller, or data for the initial
/// transition.
struct catenary_incarnation {
  int index = -1;  ///< -1: the first that is free
  const char* type = "";
  bool has_controller = false;  ///< its place was there, without one
  template <typename Any>
  void add(const Any& any) {
    if constexpr (std::is_same<Any, UMLRTCapsuleClass>::value) {
      type = any.name;
    } else if constexpr (std::is_same<Any, decltype(NULL)>::value ||
                         std::is_same<Any, decltype(nullptr)>::value) {
      // No controller and no data. Where NULL is a number, others are indices;
      // behind the place of a controller, 0 may be either.
      if (any != 0) {
        index = (int)(long)any;
      } else {
        CATENARY_UMLRT_LIMIT(!has_controller,
                             "an index of an instance that may be NULL");
        has_controller = true;
      }
    } else if constexpr (std::is_integral<Any>::value) {
      index = (int)any;
    } else if constexpr (std::is_convertible<Any, const char*>::value) {
      CATENARY_UMLRT_LIMIT(false, "a capsule on a controller of its own");
    } else {
#ifndef CATENARY_UMLRT_DATA_IS_UNKNOWN
      CATENARY_UMLRT_LIMIT(false, "data that incarnate() hands on");
#endif
    }
  }
};
}  // namespace

struct UMLRTFramePort : UMLRTPortBase {
  UMLRTFramePort& operator()() { return *this; }
  template <typename... Any>
  UMLRTCapsuleId incarnate(const UMLRTCapsulePart& part,
                           const Any&... any) const {
    catenary_incarnation how;
    (how.add(any), ...);
    CATENARY_UMLRT_LIMIT(how.index >= -1, "a negative index of an instance");
    UMLRTCapsuleId id;
    id.number = catenary_incarnate(part.number, how.index, how.type);
    return id;
  }
  UMLRTCapsuleId incarnateAt(const UMLRTCapsulePart& part, int index) const {
    return incarnate(part, index);
  }
  UMLRTCapsuleId me() const {
    UMLRTCapsuleId id;
    id.number = catenary_now + 1;
    return id;
  }
  template <typename... Any>
  bool import(const Any&...) const {
    CATENARY_UMLRT_LIMIT(false, "importing a capsule in a system");
    return false;
  }
  template <typename... Any>
  bool deport(const Any&...) const {
    CATENARY_UMLRT_LIMIT(false, "deporting a capsule in a system");
    return false;
  }
  bool destroy(const UMLRTCapsuleId& id) const {
    return catenary_destroy(id.number);
  }
  bool destroy(const UMLRTCapsulePart& part) const {
    return catenary_destroy_part(part.number);
  }
};

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif

#else

struct UMLRTFramePort : UMLRTPortBase {
  UMLRTFramePort& operator()() { return *this; }
  template <typename... Any>
  UMLRTCapsuleId incarnate(const Any&...) const {
    UMLRTCapsuleId id;
    if (nondet_stub_frame_incarnate()) id.number = 1;
    return id;
  }
  template <typename... Any>
  UMLRTCapsuleId incarnateAt(const Any&... any) const {
    return incarnate(any...);
  }
  template <typename... Any>
  bool import(const Any&...) const {
    return nondet_stub_frame_import();
  }
  template <typename... Any>
  bool deport(const Any&...) const {
    return nondet_stub_frame_deport();
  }
  template <typename... Any>
  bool destroy(const Any&...) const {
    return nondet_stub_frame_destroy();
  }
};

#endif
