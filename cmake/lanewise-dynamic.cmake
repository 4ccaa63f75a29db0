# lanewise_add_dynamic(NAME [STATIC|SHARED] [ARCHS ARCH...]) adds the library NAME: the operators on dtypes known at run
# time, compiled once for each architecture of lanewise_multiarch_sources and picked when a program runs; without ARCHS
# once, with the target's own flags. What links to it includes <lanewise/dynamic.hpp> (C++) or <lanewise/c.h> (C).
# Neither STATIC nor SHARED: as BUILD_SHARED_LIBS says.
function(lanewise_add_dynamic name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "STATIC;SHARED" "" ARCHS)
    if(arg_UNPARSED_ARGUMENTS OR (arg_STATIC AND arg_SHARED))
        message(FATAL_ERROR "lanewise_add_dynamic(NAME [STATIC|SHARED] [ARCHS ARCH...]), not (${ARGV})")
    endif()
    set(type "")
    if(arg_STATIC)
        set(type STATIC)
    elseif(arg_SHARED)
        set(type SHARED)
    endif()

    set(sources "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/dynamic")
    add_library(${name} ${type} "${sources}/c.cpp" "${sources}/dynamic.cpp")
    target_link_libraries(${name} PUBLIC lanewise::lanewise)
    target_compile_definitions(${name} PUBLIC LANEWISE_DYNAMIC_COMPILED)
    if(arg_ARCHS)
        lanewise_multiarch_sources(${name} "${sources}/kernels.cpp" ARCHS ${arg_ARCHS})
    else()
        target_sources(${name} PRIVATE "${sources}/kernels.cpp")
    endif()
    # Only the two interfaces are shown: a function that the program has too stays each side's own.
    set_target_properties(${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()
