# Builds and installs dependant, which gets lanewise from LANEWISE_PREFIX or brings LANEWISE_SOURCE along. Its user names
# no lanewise, and finds all in what dependant has installed and, where it brought lanewise, in its build tree.
file(REMOVE_RECURSE "${BUILD}")
string(REPLACE ";" "\\;" LANEWISE_PREFIX "${LANEWISE_PREFIX}") # stays one argument
function(run)
    execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

set(configure
    "${CMAKE_COMMAND}" -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
)
run(${configure} -S "${SOURCE}" -B "${BUILD}/dependant" "-DLANEWISE_SOURCE=${LANEWISE_SOURCE}"
    "-DCMAKE_PREFIX_PATH=${LANEWISE_PREFIX}" "-DCMAKE_INSTALL_PREFIX=${BUILD}/prefix.first")
# By the target: of several configurations `cmake --install` need not choose the one that was built.
run("${CMAKE_COMMAND}" --build "${BUILD}/dependant" --target install)
file(RENAME "${BUILD}/prefix.first" "${BUILD}/prefix")

if(LANEWISE_SOURCE)
    set(lanewise_build "${BUILD}/dependant/_deps/lanewise-build")
    run(${configure} -S "${SOURCE}/user" -B "${BUILD}/user" "-Ddependant_DIR=${BUILD}/dependant"
        "-Dlanewise_DIR=${lanewise_build}")
endif()
run(${configure} --fresh -S "${SOURCE}/user" -B "${BUILD}/user"
    "-DCMAKE_PREFIX_PATH=${BUILD}/prefix\;${LANEWISE_PREFIX}")
run("${CMAKE_COMMAND}" --build "${BUILD}/user")
run("${BUILD}/user/user")
