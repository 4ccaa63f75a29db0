# The target `check`: clang-format over every source, clang-tidy over every header and the examples. Release 14 of both, that of
# Debian 12: another one formats differently. What has not changed since is not read again.
find_program(LANEWISE_CLANG_FORMAT clang-format-14)
find_program(LANEWISE_CLANG_TIDY clang-tidy-14)
mark_as_advanced(LANEWISE_CLANG_FORMAT LANEWISE_CLANG_TIDY)
if(NOT LANEWISE_CLANG_FORMAT OR NOT LANEWISE_CLANG_TIDY)
    add_custom_target(check
        COMMAND "${CMAKE_COMMAND}" -E echo "The target check needs apt-get install clang-format-14 clang-tidy-14"
        COMMAND "${CMAKE_COMMAND}" -E false
        VERBATIM)
    return()
endif()

set(stamps "${PROJECT_BINARY_DIR}/check")
file(MAKE_DIRECTORY "${stamps}")
set(globs "")
foreach(folder IN ITEMS include tests bench cmake)
    foreach(ending IN ITEMS hpp h cpp c)
        list(APPEND globs "${folder}/*.${ending}")
    endforeach()
endforeach()
file(GLOB_RECURSE formatted RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS ${globs})
list(JOIN formatted "\n" lines)
file(CONFIGURE OUTPUT "${stamps}/formatted.txt" CONTENT "${lines}\n" @ONLY)
add_custom_command(
    OUTPUT "${stamps}/formatted"
    COMMAND "${LANEWISE_CLANG_FORMAT}" --dry-run -Werror "--files=${stamps}/formatted.txt"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamps}/formatted"
    DEPENDS ${formatted} .clang-format
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    VERBATIM COMMENT "clang-format"
)

# Every header in one source, and what the operators make of it in the examples. With GoogleTest it takes minutes.
set(includes "")
foreach(header IN LISTS headers)
    string(APPEND includes "#include \"${header}\"\n")
endforeach()
file(CONFIGURE OUTPUT "${stamps}/every_header.cpp" CONTENT "${includes}" @ONLY)
file(GLOB examples CONFIGURE_DEPENDS tests/examples/*.cpp tests/examples/dynamic/*.cpp tests/examples/multiarch/*.cpp)
set(read "")
foreach(source IN LISTS examples ITEMS "${stamps}/every_header.cpp")
    cmake_path(GET source STEM name)
    list(APPEND read "${stamps}/${name}")
    add_custom_command(
        OUTPUT "${stamps}/${name}"
        COMMAND "${LANEWISE_CLANG_TIDY}" --quiet "--config-file=${PROJECT_SOURCE_DIR}/.clang-tidy" "${source}" --
                -std=c++20 -DLANEWISE_DYNAMIC_COMPILED "-I${PROJECT_SOURCE_DIR}/include" "-I${LANEWISE_XSIMD_INCLUDE_DIR}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamps}/${name}"
        DEPENDS "${source}" ${headers} .clang-tidy
        VERBATIM COMMENT "clang-tidy ${source}"
    )
endforeach()
add_custom_target(check DEPENDS "${stamps}/formatted" ${read})
