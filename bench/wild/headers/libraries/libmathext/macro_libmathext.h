// SPDX-License-Identifier: Apache-2.0
// Names of library functions of SCADE; none is used.
