include(CheckCXXSourceCompiles)

# lanewise_multiarch_sources(TARGET SOURCE... ARCHS ARCH...) adds the sources to the target once for each architecture:
# avx512, avx2, sse4_2, and always sse2, which every x86-64 processor has. <lanewise/multiarch.hpp> says what the sources
# hold, and picks among them at run time. Elsewhere than on x86-64 they are compiled once, as any source is. A target has
# one such list, so one call.
function(lanewise_multiarch_sources target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" ARCHS)
    # From the baseline up: the linker keeps the first copy of an inline function that is in several objects.
    set(known sse2 sse4_2 avx2 avx512)
    set(flags_sse2 "")
    set(flags_sse4_2 -msse4.2)
    set(flags_avx2 -mavx2 -mfma -mf16c)
    set(flags_avx512 -mavx512f -mavx512cd -mavx512dq -mavx512bw -mavx512vl -mfma -mf16c)

    foreach(arch IN LISTS arg_ARCHS)
        if(NOT arch IN_LIST known)
            list(JOIN known ", " names)
            message(FATAL_ERROR "lanewise_multiarch_sources: no architecture '${arch}'; there are ${names}")
        endif()
    endforeach()

    # Asked of the compiler: systems differ in the processor's name, and Apple's may be told to make two programs at once.
    set(CMAKE_REQUIRED_QUIET ON)
    set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
    check_cxx_source_compiles("#if !defined(__x86_64__)\n#error\n#endif\nint main() {}" LANEWISE_TARGET_IS_X86_64)
    if(NOT LANEWISE_TARGET_IS_X86_64)
        target_sources(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS})
        return()
    endif()

    # A file that includes the source, and not an object library for each architecture: so the flags, features and
    # properties that the target has, or gets later, hold for it too.
    set(best_first "")
    foreach(arch IN LISTS known)
        if(NOT arch IN_LIST arg_ARCHS AND NOT arch STREQUAL sse2)
            continue()
        endif()
        list(PREPEND best_first ${arch})
        foreach(source IN LISTS arg_UNPARSED_ARGUMENTS)
            cmake_path(ABSOLUTE_PATH source OUTPUT_VARIABLE path)
            if(NOT EXISTS "${path}") # as of any source: one that will be generated
                cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}" OUTPUT_VARIABLE path)
            endif()
            cmake_path(GET path STEM name)
            string(SHA256 hash "${path}")
            string(SUBSTRING "${hash}" 0 8 hash)
            set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}_multiarch/${name}.${hash}.${arch}.cpp")
            file(CONFIGURE OUTPUT "${file}" CONTENT "#include \"@path@\"\n" @ONLY)
            target_sources(${target} PRIVATE "${file}")
            # A precompiled header was built with the target's flags, and a unity build would join the architectures.
            set_source_files_properties(
                "${file}" TARGET_DIRECTORY ${target}
                PROPERTIES COMPILE_OPTIONS "${flags_${arch}}" COMPILE_DEFINITIONS LANEWISE_BUILD_ARCH=${arch}
                           SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON OBJECT_DEPENDS "${path}"
            )
        endforeach()
    endforeach()
    list(JOIN best_first "," archs)
    target_compile_definitions(${target} PRIVATE "LANEWISE_ARCHS=${archs}")
endfunction()
