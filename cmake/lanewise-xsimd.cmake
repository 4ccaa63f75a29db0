# Defines lanewise::xsimd, for the build and for the installed package alike. Where xsimd is missing or too old it defines
# no target and says why in lanewise_NOT_FOUND_MESSAGE, which find_package prints.
#
# Not find_package(xsimd): Debian 12's target links a library that does not exist (-lxtl), mending it would change a
# target that the project around us may use for itself, and its version file refuses every newer major version.

if(TARGET lanewise::xsimd)
    return()
endif()

# A project that brings an xsimd of its own gets that one, whatever was found before.
unset(lanewise_xsimd_own)
if(TARGET xsimd)
    get_target_property(lanewise_xsimd_hint xsimd INTERFACE_INCLUDE_DIRECTORIES)
    string(REGEX REPLACE "\\$<((BUILD|INSTALL)_INTERFACE|\\$<CONFIG:[^>]*>):([^>]*)>" "\\3" lanewise_xsimd_hint
           "${lanewise_xsimd_hint}")
    find_path(lanewise_xsimd_own xsimd/xsimd.hpp PATHS ${lanewise_xsimd_hint} NO_CACHE NO_DEFAULT_PATH
              NO_CMAKE_FIND_ROOT_PATH)
    unset(lanewise_xsimd_hint)
endif()
if(lanewise_xsimd_own)
    set(LANEWISE_XSIMD_INCLUDE_DIR "${lanewise_xsimd_own}")
else()
    if(LANEWISE_XSIMD_INCLUDE_DIR AND NOT EXISTS "${LANEWISE_XSIMD_INCLUDE_DIR}/xsimd/xsimd.hpp")
        unset(LANEWISE_XSIMD_INCLUDE_DIR CACHE)
    endif()
    find_path(LANEWISE_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp)
    mark_as_advanced(LANEWISE_XSIMD_INCLUDE_DIR)
endif()
unset(lanewise_xsimd_own)

set(lanewise_xsimd_version "")
if(LANEWISE_XSIMD_INCLUDE_DIR)
    file(STRINGS "${LANEWISE_XSIMD_INCLUDE_DIR}/xsimd/config/xsimd_config.hpp" lanewise_xsimd_lines
         REGEX "#define XSIMD_VERSION_(MAJOR|MINOR) ")
    string(REGEX REPLACE "[^0-9]+([0-9]+)[^0-9]+([0-9]+)" "\\1.\\2" lanewise_xsimd_version "${lanewise_xsimd_lines}")
    unset(lanewise_xsimd_lines)
endif()

if(lanewise_xsimd_version VERSION_GREATER_EQUAL 8.1)
    add_library(lanewise::xsimd INTERFACE IMPORTED GLOBAL)
    target_include_directories(lanewise::xsimd INTERFACE "${LANEWISE_XSIMD_INCLUDE_DIR}")
else()
    set(lanewise_NOT_FOUND_MESSAGE
        "lanewise needs the headers of xsimd 8.1 or newer. One of these lines installs them:
    apt-get install libxsimd-dev
    vcpkg install xsimd
    conda install -c conda-forge xsimd
If they are in a place of their own, name its prefix in CMAKE_PREFIX_PATH.")
    if(lanewise_xsimd_version)
        string(APPEND lanewise_NOT_FOUND_MESSAGE
               "\n${LANEWISE_XSIMD_INCLUDE_DIR} holds xsimd ${lanewise_xsimd_version}.")
        unset(LANEWISE_XSIMD_INCLUDE_DIR CACHE) # searched for again when a newer one may be there
    endif()
endif()
unset(lanewise_xsimd_version)
