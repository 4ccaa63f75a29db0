# Runs the portfile as vcpkg would, with what vcpkg's functions come to for this port, and compares what lies there then
# with what belongs there.
function(run)
    execute_process(COMMAND ${ARGN} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(vcpkg_cmake_configure)
    cmake_parse_arguments(arg "" SOURCE_PATH OPTIONS ${ARGN})
    run("${CMAKE_COMMAND}" -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
        "-DCMAKE_INSTALL_PREFIX=${CURRENT_PACKAGES_DIR}" "-DLANEWISE_XSIMD_INCLUDE_DIR=${XSIMD}" -S "${arg_SOURCE_PATH}"
        -B "${BUILD}/build" ${arg_OPTIONS})
endfunction()
function(vcpkg_cmake_install)
    run("${CMAKE_COMMAND}" --build "${BUILD}/build" --target install)
endfunction()
function(vcpkg_cmake_config_fixup option path)
    file(COPY "${CURRENT_PACKAGES_DIR}/${path}" DESTINATION "${CURRENT_PACKAGES_DIR}/share")
    file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/cmake")
endfunction()
function(vcpkg_fixup_pkgconfig)
endfunction()
function(vcpkg_install_copyright option file)
    configure_file("${file}" "${CURRENT_PACKAGES_DIR}/share/${PORT}/copyright" COPYONLY)
endfunction()

file(REMOVE_RECURSE "${BUILD}")
set(PORT lanewise)
set(CURRENT_PACKAGES_DIR "${BUILD}/package")
include("${SOURCE}/cmake/port/lanewise/portfile.cmake")

file(GLOB_RECURSE expected RELATIVE "${SOURCE}" "${SOURCE}/include/lanewise/*.hpp" "${SOURCE}/include/lanewise/*.h")
list(APPEND expected
    share/lanewise/copyright
    share/lanewise/dynamic/c.cpp
    share/lanewise/dynamic/dynamic.cpp
    share/lanewise/dynamic/kernels.cpp
    share/lanewise/dynamic/kernels.hpp
    share/lanewise/lanewise-config.cmake
    share/lanewise/lanewise-config-version.cmake
    share/lanewise/lanewise-dynamic.cmake
    share/lanewise/lanewise-multiarch.cmake
    share/lanewise/lanewise-targets.cmake
    share/lanewise/lanewise-xsimd.cmake
    share/lanewise/usage
    share/pkgconfig/lanewise.pc
)
file(GLOB_RECURSE installed LIST_DIRECTORIES true RELATIVE "${CURRENT_PACKAGES_DIR}" "${CURRENT_PACKAGES_DIR}/*")
foreach(path IN LISTS installed)
    file(GLOB content "${CURRENT_PACKAGES_DIR}/${path}/*")
    if(content) # vcpkg refuses empty folders
        list(REMOVE_ITEM installed "${path}")
    endif()
endforeach()
list(SORT expected)
list(SORT installed)
if(NOT installed STREQUAL expected)
    message(FATAL_ERROR "installed: ${installed}\nexpected: ${expected}")
endif()
