include(CMakeFindDependencyMacro)
find_dependency(lanewise 0.1)
include("${CMAKE_CURRENT_LIST_DIR}/dependant-targets.cmake")
