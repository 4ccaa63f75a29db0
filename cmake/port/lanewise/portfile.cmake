# The checkout that this port stands in. A registry takes the release instead, with the owner's name and the hash that
# vcpkg prints on the first try:
#
#     vcpkg_from_github(
#         OUT_SOURCE_PATH SOURCE_PATH
#         REPO OWNER/lanewise
#         REF "v${VERSION}"
#         SHA512 0
#         HEAD_REF main
#     )
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

set(VCPKG_BUILD_TYPE release) # header-only

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        -DLANEWISE_BUILD_TESTS=OFF
        -DLANEWISE_BUILD_BENCH=OFF
        -DLANEWISE_INSTALL=ON
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH share/cmake/lanewise)
vcpkg_fixup_pkgconfig()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
