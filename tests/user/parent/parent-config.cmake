# SPDX-License-Identifier: Apache-2.0 OR MIT
include(CMakeFindDependencyMacro)
find_dependency(timingwheel)
include("${CMAKE_CURRENT_LIST_DIR}/parent-targets.cmake")
