// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the C++ of a UML-RT model sees of its run time: a stand-in for the
/// header of Papyrus-RT. Ports are members of the capsule; sending does nothing
/// but be noticed, logging nothing at all; texts and streams of the C++ library
/// are replaced (cpp_string.h, cpp_stream.h). C++17, no other library than C's.
#pragma once

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
#include "calendar.h"

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
#include <type_traits>

/// Of a function that stands in for one of the library: its name as the linker
/// sees it differs, so that nobody takes it for that one.
#define CATENARY_OWN(name) __asm("__catenary_" #name)

#include "cpp_stream.h"
#include "outside.h"
#include "timespec.h"

/// Models use these names without their namespace.
using std::cerr;
using std::cout;
using std::endl;

/// Defined in the program that is made of a capsule whose C++ defers messages.
#ifdef CATENARY_UMLRT_DEFER
struct UMLRTMessage;
namespace {
void catenary_defer(const UMLRTMessage& message);
int catenary_recall(int port, int index, bool all, bool front);
int catenary_purge(int port, int index);
}  // namespace
#endif

#ifdef CATENARY_UMLRT_SYSTEM
/// Defined in the program of a system: the instance whose action runs, and what
/// makes instances come and go. Numbers of instances are from 1; 0 = none.
namespace {
extern int catenary_now;
int catenary_incarnate(int part, int index, const char* type);
bool catenary_destroy(int number);
bool catenary_destroy_part(int part);
int catenary_instance_of(int part, int index);
/// Whether a timeout waits for the instance that runs.
bool catenary_timeout_waits();
}  // namespace
/// For placement new, which needs a header that models may not include. Inlined,
/// so that it is known where the values of messages go.
struct catenary_place {};
__attribute__((always_inline)) inline void* operator new(size_t,
                                                         catenary_place* place) {
  return place;
}
#endif

#include "instance.h"

struct UMLRTTimerId {
  int number = 0;  ///< 0 = none
  /// Whether the timer runs.
  bool isValid() const {
#ifdef CATENARY_UMLRT_EXECUTED
#ifndef CATENARY_UMLRT_IS_VALID
    CATENARY_UMLRT_LIMIT(false, "isValid() of a timer by a macro");
#endif
    return catenary_runs(number);
#else
    return number != 0;
#endif
  }
  void invalidate() { number = 0; }
  bool operator==(const UMLRTTimerId& other) const {
    return number == other.number;
  }
  bool operator!=(const UMLRTTimerId& other) const {
    return number != other.number;
  }
};

/// The numbers are those of Papyrus-RT (umlrtpriority.hh): code may write
/// send(4) for send(PRIORITY_NORMAL).
enum {
  PRIORITY_SYNCHRONOUS,
  PRIORITY_SYSTEM,
  PRIORITY_PANIC,
  PRIORITY_HIGH,
  PRIORITY_NORMAL,
  PRIORITY_LOW,
  PRIORITY_BACKGROUND,
  PRIORITY_MAXPLUS1
};
typedef unsigned char UMLRTPriority;

/// For each priority there is a queue; what others do is not defined.
inline UMLRTPriority catenary_known(UMLRTPriority priority) {
  CATENARY_UMLRT_LIMIT(priority < PRIORITY_MAXPLUS1,
                       "a priority of PRIORITY_MAXPLUS1 or more");
  return priority;
}

#ifdef CATENARY_UMLRT_SYSTEM
/// Whether an argument is no priority, or the usual one. The type of NULL is
/// that of a number.
template <typename Any>
bool catenary_is_usual(const Any& any) {
  if constexpr (std::is_same<Any, decltype(NULL)>::value) {
    if (any == 0) return true;
  }
  if constexpr (std::is_arithmetic<Any>::value || std::is_enum<Any>::value) {
    return any == PRIORITY_NORMAL;
  }
  return true;
}
/// Timeouts have the usual priority.
template <typename... Any>
void catenary_check_priority(const Any&... any) {
  CATENARY_UMLRT_LIMIT((catenary_is_usual(any) && ...),
                       "a timer with a priority in a system");
}
#else
template <typename... Any>
void catenary_check_priority(const Any&...) {}
#endif

/// A message that was received.
struct UMLRTMessage {
  int index = 0;   ///< of the port it came through, from 0
  int number = 0;  ///< which message it is, from 1; 0 = none
  const char* signal_name = "";
  int sapIndex0() const { return index; }
  int sapIndex() const { return index + 1; }
  int srcPortIdx() const { return index; }
  const char* getSignalName() const { return signal_name; }
  bool isValid() const { return true; }
  /// Keeps it until it is recalled.
  bool defer() const {
#ifdef CATENARY_UMLRT_DEFER
    catenary_defer(*this);
#else
    CATENARY_UMLRT_LIMIT(false, "deferring a message by a macro or in a system");
#endif
    return true;
  }
};

/// Zero bytes where they are a value: what is free in a queue is the same
/// wherever it was before.
namespace {
template <typename Any>
void catenary_zero(Any& any) {
  if constexpr (__is_trivially_copyable(Any)) {
    memset((void*)&any, 0, sizeof(Any));
  } else if constexpr (std::is_array<Any>::value) {
    for (auto& one : any) catenary_zero(one);
  } else {
    any = Any();
  }
}
}  // namespace

/// What an action has as `rtdata` where it may follow messages whose data have
/// different types: reading it is an error.
struct UMLRTDataOfSeveralTypes {};

/// The data of one message, or else of others.
template <class T>
const T* catenary_data(bool is_it, const T& data, const T* others) {
  return is_it ? &data : others;
}

/// What other capsules or the frame service decide: of one capsule alone the
/// environment chooses it, in a system it is not modelled.
#ifdef CATENARY_UMLRT_SYSTEM
#define CATENARY_UMLRT_CHOSEN(value, what) \
  (CATENARY_UMLRT_LIMIT(false, what), false)
#else
#define CATENARY_UMLRT_CHOSEN(value, what) (value)
#endif

#ifdef CATENARY_UMLRT_SYSTEM
/// A message that was sent in a system of capsules. It has no pointers, so that
/// it is known where the values of messages go.
struct UMLRTSent {
  int to = 0;  ///< how many got it; negative where only the environment knows
  operator bool() const {
    CATENARY_UMLRT_LIMIT(to >= 0, "whether the environment is connected");
    return to > 0;
  }
};

/// A message of a port; those that can be sent are of classes derived from it.
struct UMLRTOutSignal {
  UMLRTSent send(UMLRTPriority = PRIORITY_NORMAL) const {
    CATENARY_UMLRT_LIMIT(false, "a message that is kept and sent later");
    return {};
  }
  UMLRTSent sendAt(int, UMLRTPriority = PRIORITY_NORMAL) const {
    return send();
  }
  int invoke(UMLRTMessage* = nullptr) const {
    CATENARY_UMLRT_LIMIT(false, "invoke() in a system");
    return 0;
  }
  int invokeAt(int, UMLRTMessage* = nullptr) const { return invoke(); }
  UMLRTSent reply() const {
    CATENARY_UMLRT_LIMIT(false, "reply() in a system");
    return {};
  }
};
#else
/// A message that was sent. Code that asks whether it was gets an answer of the
/// test: a port that is not bound sends nothing.
struct UMLRTSent {
  int* sent;                 ///< counts
  mutable bool asked = false;  ///< and this is what was said
  mutable bool said = true;
  operator bool() const {
    if (asked) return said;
    asked = true;
    const bool port_send = nondet_stub_port_send();  // the name of the input
    said = port_send;
    if (!said) --*sent;
    return said;
  }
};

/// A message that was sent, as an assumption about the environment observes
/// it.
struct UMLRTObserved {
  operator bool() const {
    CATENARY_UMLRT_LIMIT(false,
                         "whether a message was sent that --assume is about");
    return true;
  }
};

/// A message that may be sent, with its values.
struct UMLRTOutSignal {
  int* sent;  ///< counts
  UMLRTSent send(UMLRTPriority = PRIORITY_NORMAL) const {
    ++*sent;
    return {sent};
  }
  UMLRTSent sendAt(int, UMLRTPriority = PRIORITY_NORMAL) const {
    return send();
  }
  int invoke(UMLRTMessage* = nullptr) const {
    CATENARY_UMLRT_LIMIT(false, "the reply to invoke()");
    return send() ? 1 : 0;
  }
  int invokeAt(int, UMLRTMessage* = nullptr) const { return invoke(); }
  UMLRTSent reply() const { return send(); }
};
#endif

/// What a port was asked to do. Whether it succeeded is for the test to say,
/// where the code asks.
struct UMLRTRegistered {
  operator bool() const {
    return CATENARY_UMLRT_CHOSEN(nondet_stub_port_register(),
                                 "registering a port in a system");
  }
};

/// What ports of all protocols can do.
struct UMLRTPortBase {
  int replication = 1;  ///< 0 = the model leaves it open
  int size() const {
    CATENARY_UMLRT_LIMIT(replication > 0, "the size of a port that is [*]");
    return replication;
  }
  bool isBoundAt(int) const {
    return CATENARY_UMLRT_CHOSEN(nondet_stub_port_bound(),
                                 "whether a port is bound, in a system");
  }
  bool bindingNotification(bool) const { return true; }
  template <typename... Any>
  UMLRTRegistered registerSPP(const Any&...) const {
    return {};
  }
  template <typename... Any>
  UMLRTRegistered registerSAP(const Any&...) const {
    return {};
  }
  UMLRTRegistered deregisterSPP() const { return {}; }
  UMLRTRegistered deregisterSAP() const { return {}; }
};

/// Deferred messages are those of one port; each function gives their number.
/// Those that are recalled come before others with `front`, else after them.
template <int Port>
struct UMLRTPort : UMLRTPortBase {
#ifdef CATENARY_UMLRT_DEFER
  int recall(bool front = false) const { return recallAt(-1, front); }
  int recallAll(bool front = false) const { return recallAllAt(-1, front); }
  int recallAt(int index, bool front = false) const {
    return catenary_recall(Port, index, false, front);
  }
  int recallAllAt(int index, bool front = false) const {
    return catenary_recall(Port, index, true, front);
  }
  int purge() const { return purgeAt(-1); }
  int purgeAt(int index) const { return catenary_purge(Port, index); }
#else
  int recall(bool = false) const { return 0; }
  int recallAll(bool = false) const { return 0; }
  int recallAt(int, bool = false) const { return 0; }
  int recallAllAt(int, bool = false) const { return 0; }
  int purge() const { return 0; }
  int purgeAt(int) const { return 0; }
#endif
};

/// `Rank` counts the timing ports; `Asks`: the C++ of the capsule may ask
/// whether a timer is valid, so that it may be refused. Times are those of the virtual clock, which
/// begins at 0 with the capsule.
template <int Port, int Rank, bool Asks = true>
struct UMLRTTimingPort : UMLRTPort<Port> {
  UMLRTTimingPort& operator()() { return *this; }
  template <typename... Any>
  UMLRTTimerId informIn(const UMLRTTimespec& time,
                        const Any&... any) const {
    catenary_check_priority(any...);
    return start(time, true, false);
  }
  /// After the capsule has begun code does not know what time it is: the
  /// deadline is at most that far away.
  template <typename... Any>
  UMLRTTimerId informAt(const UMLRTTimespec& time,
                        const Any&... any) const {
    catenary_check_priority(any...);
    return start(time, false, false);
  }
  template <typename... Any>
  UMLRTTimerId informEvery(const UMLRTTimespec& time,
                           const Any&... any) const {
    catenary_check_priority(any...);
    return start(time, true, true);
  }
  bool cancelTimer(const UMLRTTimerId& timer) const {
#ifdef CATENARY_UMLRT_EXECUTED
#if !defined(CATENARY_UMLRT_CANCELS) &&         \
    !defined(CATENARY_UMLRT_CANCELS_AT_ONCE) && \
    !defined(CATENARY_UMLRT_SYSTEM)
    CATENARY_UMLRT_LIMIT(!catenary_runs(timer.number),
                         "cancelling a timer by a macro");
#endif
#if defined(CATENARY_UMLRT_SYSTEM) && defined(CATENARY_UMLRT_CANCELS_AT_ONCE)
    CATENARY_UMLRT_LIMIT(!catenary_timeout_waits(),
                         "cancelling a timer whose timeout may wait already");
#endif
    return catenary_cancel(timer.number);
#else
    return timer.isValid();
#endif
  }

 private:
  static UMLRTTimerId start(const UMLRTTimespec& time,
                            bool from_now,
                            bool again) {
    UMLRTTimerId id;
#ifdef CATENARY_UMLRT_EXECUTED
    const long most = catenary_nanoseconds(time.tv_sec, time.tv_nsec);
    const long least = from_now || catenary_starting ? most : 0;
#ifdef CATENARY_UMLRT_ASKS
    if (Asks && catenary_is_refused()) return id;
#endif
    id.number = catenary_start(Rank, least, most, most, again);
#else
    (void)time, (void)from_now, (void)again;
    id.number = 1;
#endif
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

#include "frame.h"
