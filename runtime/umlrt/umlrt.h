// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the C++ of a UML-RT model sees of its run time: a stand-in for the
/// header of Papyrus-RT. Ports are members of the capsule; sending does nothing
/// but be noticed, logging nothing at all; texts and streams of the C++ library
/// are replaced (cpp_string.h, cpp_stream.h). C++17, no other library than C's.
#pragma once

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cctype>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

extern "C" void __catenary_unset(const char* name,
                                 const void* place,
                                 unsigned long size);

/// What is not modelled ends a run as `unsupported`, and is not passed over.
/// CATENARY_UMLRT_RUN: for Catenary; CATENARY_UMLRT_TESTS: in exported tests,
/// with the real library; neither: for the compiler's errors alone.
#if defined(CATENARY_UMLRT_RUN) || defined(CATENARY_UMLRT_TESTS)
extern "C" void __catenary_unsupported(const char* what);
#define CATENARY_UMLRT_LIMIT(condition, what) \
  ((condition) ? (void)0 : __catenary_unsupported(what))
#else
#define CATENARY_UMLRT_LIMIT(condition, what) ((void)0)
#endif
/// Of a function that stands in for one of the library: its name as the linker
/// sees it differs, so that nobody takes it for that one.
#define CATENARY_OWN(name) __asm("__catenary_" #name)

#include "cpp_stream.h"
#include "outside.h"

struct UMLRTTimespec {
  long tv_sec, tv_nsec;
  UMLRTTimespec(long seconds = 0, long nanoseconds = 0)
      : tv_sec(seconds), tv_nsec(nanoseconds) {}
};

struct UMLRTTimerId {
  int number = 0;  ///< 0 = none
  bool isValid() const { return number != 0; }
  void invalidate() { number = 0; }
  bool operator==(const UMLRTTimerId& other) const {
    return number == other.number;
  }
  bool operator!=(const UMLRTTimerId& other) const {
    return number != other.number;
  }
};

struct UMLRTCapsuleId {
  int number = 0;  ///< 0 = none
  bool isValid() const { return number != 0; }
};

enum UMLRTPriority {
  PRIORITY_SYSTEM,
  PRIORITY_PANIC,
  PRIORITY_HIGH,
  PRIORITY_NORMAL,
  PRIORITY_LOW,
  PRIORITY_BACKGROUND
};

/// A message that was received.
struct UMLRTMessage {
  int index = 0;  ///< of the port it came through, from 0
  const char* signal_name = "";
  int sapIndex0() const { return index; }
  int sapIndex() const { return index + 1; }
  int srcPortIdx() const { return index; }
  const char* getSignalName() const { return signal_name; }
  bool isValid() const { return true; }
  /// Keeps it until it is recalled.
  void defer() const { CATENARY_UMLRT_LIMIT(false, "deferring a message"); }
};

/// A message that may be sent, with its values.
struct UMLRTOutSignal {
  int* sent;  ///< counts
  bool send(int = PRIORITY_NORMAL) const {
    ++*sent;
    return true;
  }
  bool sendAt(int, int = PRIORITY_NORMAL) const { return send(); }
  int invoke(UMLRTMessage* = nullptr) const {
    CATENARY_UMLRT_LIMIT(false, "the reply to invoke()");
    return send() ? 1 : 0;
  }
  int invokeAt(int, UMLRTMessage* = nullptr) const { return invoke(); }
  bool reply() const { return send(); }
};

/// What ports of all protocols can do.
struct UMLRTPortBase {
  int replication = 1;
  int size() const { return replication; }
  bool isBoundAt(int) const { return true; }
  int recall(bool = false) const { return recalled(); }
  int recallAll(bool = false) const { return recalled(); }
  int recallAt(int, bool = false) const { return recalled(); }
  int recallAllAt(int, bool = false) const { return recalled(); }
  int purge() const { return 0; }
  int purgeAt(int) const { return 0; }
  bool bindingNotification(bool) const { return true; }
  template <typename... Any>
  bool registerSPP(const Any&...) const {
    return true;
  }
  template <typename... Any>
  bool registerSAP(const Any&...) const {
    return true;
  }
  bool deregisterSPP() const { return true; }
  bool deregisterSAP() const { return true; }

 private:
  static int recalled() {
    CATENARY_UMLRT_LIMIT(false, "recalling messages");
    return 0;
  }
};

/// One timer at a time, whenever it may expire.
struct UMLRTTimingPort : UMLRTPortBase {
  bool is_set = false, repeats = false;
  UMLRTTimingPort& operator()() { return *this; }
  template <typename... Any>
  UMLRTTimerId informIn(const UMLRTTimespec&, const Any&...) {
    return start(false);
  }
  template <typename... Any>
  UMLRTTimerId informAt(const UMLRTTimespec&, const Any&...) {
    return start(false);
  }
  template <typename... Any>
  UMLRTTimerId informEvery(const UMLRTTimespec&, const Any&...) {
    return start(true);
  }
  bool cancelTimer(const UMLRTTimerId& timer) {
    const bool was_set = is_set && timer.isValid();
    if (was_set) is_set = false;
    return was_set;
  }
  void expire() { is_set = repeats; }

 private:
  UMLRTTimerId start(bool again) {
    CATENARY_UMLRT_LIMIT(!is_set, "two timers of a port at once");
    is_set = true;
    repeats = again;
    UMLRTTimerId id;
    id.number = 1;
    return id;
  }
};

/// Values come by value: logging an attribute reads it.
struct UMLRTLogPort : UMLRTPortBase {
  UMLRTLogPort& operator()() { return *this; }
  template <typename... Any>
  int log(Any...) const {
    return 0;
  }
  template <typename... Any>
  int show(Any...) const {
    return 0;
  }
  int cr(int = 1) const { return 0; }
  int space(int = 1) const { return 0; }
  int tab(int = 1) const { return 0; }
  int commit() const { return 0; }
};

struct UMLRTFramePort : UMLRTPortBase {
  UMLRTFramePort& operator()() { return *this; }
  template <typename... Any>
  UMLRTCapsuleId incarnate(const Any&...) const {
    CATENARY_UMLRT_LIMIT(false, "incarnate()");
    return UMLRTCapsuleId();
  }
  template <typename... Any>
  UMLRTCapsuleId incarnateAt(const Any&...) const {
    CATENARY_UMLRT_LIMIT(false, "incarnateAt()");
    return UMLRTCapsuleId();
  }
  template <typename... Any>
  bool import(const Any&...) const {
    return true;
  }
  template <typename... Any>
  bool deport(const Any&...) const {
    return true;
  }
  template <typename... Any>
  bool destroy(const Any&...) const {
    return true;
  }
};

/// Another capsule within the capsule.
struct UMLRTCapsulePart {
  int size() const { return 1; }
  UMLRTCapsuleId operator[](int) const { return UMLRTCapsuleId(); }
};

struct UMLRTCommsPort {
  const char* slotName() const { return ""; }
  const char* getName() const { return ""; }
};

struct UMLRTCapsule {
  static const UMLRTCommsPort* const borderPorts[1];
  static const UMLRTCommsPort* const internalPorts[1];
  const char* getName() const { return ""; }
  const char* name() const { return ""; }
  const char* getTypeName() const { return ""; }
  int getIndex() const { return 0; }
  int index() const { return 0; }
  template <typename... Any>
  void logMsg(Any...) const {}
};
static const UMLRTCommsPort catenary_comms_port = {};
inline const UMLRTCommsPort* const UMLRTCapsule::borderPorts[1] = {
    &catenary_comms_port};
inline const UMLRTCommsPort* const UMLRTCapsule::internalPorts[1] = {
    &catenary_comms_port};

struct UMLRTMain {
  static int getArgCount() { return 0; }
  static const char* getArg(int) { return ""; }
};
