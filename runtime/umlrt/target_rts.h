// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the C++ of a model of Code RealTime sees of TargetRTS beyond umlrt.h:
/// other names for the same things. Belongs behind umlrt.h. What is not here
/// does not compile, so that a run which comes to it ends as `unsupported`.
///
/// Names: HCL, "TargetRTS API reference",
/// https://secure-dev-ops.github.io/code-realtime/targetrts-api.
#pragma once

/// Data whose type or value is not known: of a timer, of incarnate(), or of
/// messages with different types.
struct UMLRTUnknownData {
  template <typename T>
  operator const T*() const {
    CATENARY_UMLRT_LIMIT(false, "data whose type is not known");
    return nullptr;
  }
  template <typename T>
  explicit operator T*() const {
    CATENARY_UMLRT_LIMIT(false, "data whose type is not known");
    return nullptr;
  }
  explicit operator bool() const {
    CATENARY_UMLRT_LIMIT(false, "data whose type is not known");
    return false;
  }
};

/// For code that reads the data of the messages that usually lead to it.
inline void catenary_needs_data(bool has_it) {
  CATENARY_UMLRT_LIMIT(has_it,
                       "the data of a message without any, or of a timer");
}

struct RTTimespec : UMLRTTimespec {
  RTTimespec(long seconds = 0, long nanoseconds = 0)
      : UMLRTTimespec(seconds, nanoseconds) {}
  RTTimespec(const UMLRTTimespec& other) : UMLRTTimespec(other) {}
  static void getclock(RTTimespec&) {
    CATENARY_UMLRT_LIMIT(false, "reading the clock");
  }
};

// Literals of <chrono>: "250ms".
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wuser-defined-literals"
#endif
inline RTTimespec operator""h(unsigned long long n) {
  return RTTimespec((long)n * 3600);
}
inline RTTimespec operator""min(unsigned long long n) {
  return RTTimespec((long)n * 60);
}
inline RTTimespec operator""s(unsigned long long n) {
  return RTTimespec((long)n);
}
inline RTTimespec operator""ms(unsigned long long n) {
  return RTTimespec((long)(n / 1000), (long)(n % 1000) * 1000000);
}
inline RTTimespec operator""us(unsigned long long n) {
  return RTTimespec((long)(n / 1000000), (long)(n % 1000000) * 1000);
}
inline RTTimespec operator""ns(unsigned long long n) {
  return RTTimespec((long)(n / 1000000000), (long)(n % 1000000000));
}
#ifdef __clang__
#pragma clang diagnostic pop
#endif

typedef UMLRTMessage RTMessage;
typedef UMLRTTimerId RTTimerId;
typedef UMLRTCapsuleId RTActorId;

enum { Synchronous, System, Panic, High, General, Low, Background };

/// Descriptions of types, which are handed on only.
struct RTObject_class {};
static const RTObject_class RTType_bool, RTType_char, RTType_double,
    RTType_float, RTType_int, RTType_long, RTType_longlong, RTType_short,
    RTType_unsigned, RTType_RTpchar, RTType_RTString;

typedef char* RTpchar;

/// The log as a stream.
struct Log {
  static const std::catenary_stream out, err;
  static const std::catenary_manipulator endl, lock, unlock;
};
inline const std::catenary_stream Log::out = {}, Log::err = {};
inline const std::catenary_manipulator Log::endl = {}, Log::lock = {},
                                       Log::unlock = {};
