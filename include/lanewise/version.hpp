#pragma once

/// The version of the library. CMake and the package files read it from here.
#define LANEWISE_VERSION_MAJOR 0
#define LANEWISE_VERSION_MINOR 1
#define LANEWISE_VERSION_PATCH 0
