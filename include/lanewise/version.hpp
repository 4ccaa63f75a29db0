#pragma once

/// The version of the library. CMake and the package files read it from here.
#define LANEWISE_VERSION_MAJOR 0
/// Until 1.0, another one may change and remove things.
#define LANEWISE_VERSION_MINOR 1
/// Mends and adds.
#define LANEWISE_VERSION_PATCH 0
