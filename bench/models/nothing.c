// SPDX-License-Identifier: Apache-2.0
// For descriptions that have their program in `declare`.
