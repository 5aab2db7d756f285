// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the C++ of a UML-RT model asks of its own instance, and of capsules
/// beside and within it. Included by umlrt.h.
#pragma once

// What goes wrong in here goes wrong where it is called.
#ifdef __clang__
#pragma clang attribute push(__attribute__((always_inline)), \
                             apply_to = function)
#pragma clang attribute push(__attribute__((nodebug)), \
                             apply_to = hasType(functionType))
#endif

/// A capsule as a class, e.g. an argument of incarnate().
struct UMLRTCapsuleClass {
  const char* const name;
};

/// A capsule that the model does not look into.
struct UMLRTOtherCapsule {
  UMLRTUnknownText name() const { return {2}; }
  UMLRTUnknownText getName() const { return {2}; }
  UMLRTUnknownText getTypeName() const { return {2}; }
};
static const UMLRTOtherCapsule catenary_other_capsule = {};

struct UMLRTCapsuleId {
  int number = 0;  ///< 0 = none
  bool isValid() const { return number != 0; }
  /// The run time ends the program for an id that is not valid.
  const UMLRTOtherCapsule* getCapsule() const {
    if (number == 0) abort();
    return &catenary_other_capsule;
  }
};

/// Another capsule within the capsule.
struct UMLRTCapsulePart {
  int upper = 1;   ///< 0 = the model leaves it open
  int number = 0;  ///< among the parts of its capsule
  int size() const {
    CATENARY_UMLRT_LIMIT(upper > 0, "the size of a part that is [*]");
    return upper;
  }
#ifdef CATENARY_UMLRT_SYSTEM
  UMLRTCapsuleId operator[](int index) const {
    UMLRTCapsuleId id;
    id.number = catenary_instance_of(number, index);
    return id;
  }
#else
  UMLRTCapsuleId operator[](int) const {
    CATENARY_UMLRT_LIMIT(false, "an instance of a part");
    return UMLRTCapsuleId();
  }
#endif
};

/// What the environment chooses before the capsule begins. Each macro says that
/// the program was made for the question; others, which a macro of a header may
/// ask, end the run.
#ifndef CATENARY_UMLRT_CHOOSES_INDEX
#define CATENARY_UMLRT_CHOOSES_INDEX 0
#endif
#ifndef CATENARY_UMLRT_CHOOSES_ARGUMENTS
#define CATENARY_UMLRT_CHOOSES_ARGUMENTS 0
#endif
#ifndef CATENARY_UMLRT_TYPE_NAME
#define CATENARY_UMLRT_TYPE_NAME ""
#endif
static int catenary_capsule_index = 0;
static int catenary_argument_count = 0;
#ifndef CATENARY_UMLRT_READS_ARGUMENTS
#define CATENARY_UMLRT_READS_ARGUMENTS 0
#endif
/// The first arguments: texts of at most so many characters.
static constexpr int catenary_most_arguments = 2;
static constexpr int catenary_argument_length = 7;
static char catenary_arguments[catenary_most_arguments]
                              [catenary_argument_length + 1];

/// What runs a capsule.
struct UMLRTController {
  void abort() const {
    CATENARY_UMLRT_LIMIT(false, "context()->abort()");
  }
};
static const UMLRTController catenary_controller = {};

struct UMLRTCommsPort {
  const char* slotName() const { return ""; }
  const char* getName() const { return ""; }
};

#ifdef CATENARY_UMLRT_SYSTEM
/// The name of the part of an instance, that of the instance, that of its
/// class, and its index. Of the system itself only the class is known. Constants
/// beside the instances: pointers in these would be addresses in the state of
/// the program, which engines that solve for states do not follow.
struct UMLRTIdentity {
  const char* role;
  const char* slot;
  const char* type;
  int index;
};
namespace {
const UMLRTIdentity& catenary_identity(int instance);
}
#endif

struct UMLRTCapsule {
  static const UMLRTCapsuleClass own_class;
  static const UMLRTCommsPort* const borderPorts[1];
  static const UMLRTCommsPort* const internalPorts[1];
#ifdef CATENARY_UMLRT_SYSTEM
  int catenary_instance = 0;
  const char* getName() const {
    const char* role = catenary_identity(catenary_instance).role;
    CATENARY_UMLRT_LIMIT(role != nullptr, "the name of the system");
    return role;
  }
  const char* name() const {
    const char* slot = catenary_identity(catenary_instance).slot;
    CATENARY_UMLRT_LIMIT(slot != nullptr, "the name of an instance");
    return slot;
  }
#else
  UMLRTUnknownText getName() const { return {0}; }
  UMLRTUnknownText name() const { return {0}; }
#endif
  /// Its text depends on the version of the code generator.
  UMLRTUnknownText getCurrentStateString() const { return {1}; }
  /// Only its name is known: it is not compared with others.
  struct OwnClass {
    const UMLRTCapsuleClass* operator->() const { return &own_class; }
  };
  OwnClass getClass() const { return {}; }
  bool isType(const char* type) const {
    return strcmp(type, getTypeName()) == 0;
  }
#ifdef CATENARY_UMLRT_SYSTEM
  const char* getTypeName() const {
    return catenary_identity(catenary_instance).type;
  }
  int getIndex() const {
    const int index = catenary_identity(catenary_instance).index;
    CATENARY_UMLRT_LIMIT(index >= 0, "the index of the system");
    return index;
  }
#else
  const char* getTypeName() const { return CATENARY_UMLRT_TYPE_NAME; }
  int getIndex() const {
    CATENARY_UMLRT_LIMIT(CATENARY_UMLRT_CHOOSES_INDEX,
                         "the index of an instance by a macro");
    return catenary_capsule_index;
  }
#endif
  const UMLRTController* context() const { return &catenary_controller; }
  int index() const { return getIndex(); }
  template <typename... Any>
  void logMsg(Any...) const {}
};
inline const UMLRTCapsuleClass UMLRTCapsule::own_class = {
    CATENARY_UMLRT_TYPE_NAME};
static const UMLRTCommsPort catenary_comms_port = {};
inline const UMLRTCommsPort* const UMLRTCapsule::borderPorts[1] = {
    &catenary_comms_port};
inline const UMLRTCommsPort* const UMLRTCapsule::internalPorts[1] = {
    &catenary_comms_port};

struct UMLRTMain {
  static int getArgCount() {
    CATENARY_UMLRT_LIMIT(CATENARY_UMLRT_CHOOSES_ARGUMENTS,
                         "the number of arguments by a macro");
    return catenary_argument_count;
  }
  static const char* getArg(int index) {
    CATENARY_UMLRT_LIMIT(index >= 0 && index < catenary_most_arguments &&
                             CATENARY_UMLRT_READS_ARGUMENTS,
                         "the third argument of the program, or a later one");
    return catenary_arguments[index];
  }
};

#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute pop
#endif
