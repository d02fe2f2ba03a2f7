# find_package(bediv): the targets bediv::bediv, bediv::bridge and bediv::gen_NAME, and the function bediv_add_fuzzer.
include(${CMAKE_CURRENT_LIST_DIR}/bedivTargets.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/bediv.cmake)
