# subject.cmake: real software under test, compiled from its Debian source package.
#
#   bediv_subject(NAME
#       PACKAGE   package          as in subjects/sources.lock; its sources are in BEDIV_SOURCES_DIR/PACKAGE
#       SOURCES   file...          the software under test: instrumented; relative to the package, or absolute
#       TARGET    file...          our fuzzer around it: not instrumented
#       GENERATOR library...       bediv_gen_...
#       [DICT file]                the code gets its path as BEDIV_DICT
#       [INCLUDES dir...] [DEFINES name[=value]...] [OPTIONS flag...] [LIBRARIES library...]
#                                  for both SOURCES and TARGET, except OPTIONS, which are for SOURCES only; relative
#                                  INCLUDES start at the package
#       [SANITIZED_DEFINES name[=value]...] [SANITIZED_OPTIONS flag...]
#                                  the same for the sanitized build: larger limits, or fewer of the compiler's checks, if
#                                  harmless code would fail them in every run
#       [ASSERTION_DEFINES name[=value]...]
#                                  what turns on the software's own assertions; they are always on in the sanitized
#                                  build, and in the variant `assert`, which exists only if this is given
#       [DEPENDS target...]        targets that generate sources
#       [CODE_OF subject...]       instead of PACKAGE and SOURCES: the instrumented code of these subjects; of the lists
#                                  for SOURCES, only INCLUDES has an effect then
#       [RUN]                      also NAME-run: the same with BEDIV_RUN defined for TARGET, which then also executes
#                                  what it compiles
#       [ORACLE])                  also NAME-oracle, with BEDIV_ORACLE: it checks results
#
# Each subject is built three times, from one list:
#   BUILD/subjects/NAME             with coverage: the fuzzer
#   BUILD/subjects/plain/NAME       without coverage: blackbox techniques are timed on it   (target: plain)
#   BUILD/subjects/sanitized/NAME   ASan and UBSan, asserts on: failures are replayed on it (target: sanitized)
# Only the first is built by default; `make subjects` builds all. In a BEDIV_SANITIZE tree, all are sanitized.
# A subject whose sources are missing is skipped: see bediv_subject_sources at the end.
#
# bediv_subject_variants(VARIANT...), at the end of a subject's CMakeLists.txt, builds what is in that file again, with
# coverage and sanitized, as BUILD/subjects/NAME@VARIANT and BUILD/subjects/sanitized/NAME@VARIANT:
#   orig     from the upstream release, without Debian's patches (subjects/fetch --orig)
#   assert   with the software's own assertions in both builds
# Nothing of this is built by default; `make variants` builds it (target: variants).
add_custom_target(plain)
add_custom_target(sanitized)
add_custom_target(variants)

# For bediv_subject, whose variables it uses: the software under test, for one BUILD, as the library CODE. Assertions,
# ours and theirs, stay on in every build. -w: we do not care about their warnings.
macro(bediv_subject_code)
    add_library(${code} STATIC ${sources})
    target_include_directories(${code} SYSTEM PUBLIC ${includes}) # we do not care about warnings in their headers
    target_include_directories(${code} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
    target_compile_definitions(${code} PUBLIC ${arg_DEFINES})
    target_compile_options(${code} PRIVATE -O2 -g -w -fPIE ${arg_OPTIONS})
    target_link_libraries(${code} PUBLIC ${arg_LIBRARIES})
    if(arg_DEPENDS)
        add_dependencies(${code} ${arg_DEPENDS})
    endif()
    if(build STREQUAL coverage)
        target_compile_options(${code} PRIVATE ${BEDIV_COVERAGE_FLAGS})
    elseif(build STREQUAL sanitized)
        target_compile_definitions(${code} PUBLIC ${arg_SANITIZED_DEFINES} ${arg_ASSERTION_DEFINES})
        target_compile_options(${code} PUBLIC ${BEDIV_SANITIZERS})
        target_link_options(${code} PUBLIC -fsanitize=address,undefined)
    endif()
    if(BEDIV_VARIANT STREQUAL assert)
        target_compile_definitions(${code} PUBLIC ${arg_ASSERTION_DEFINES})
    endif()
    if(build STREQUAL sanitized OR BEDIV_SANITIZE)
        target_compile_options(${code} PRIVATE ${arg_SANITIZED_OPTIONS})
    endif()
endmacro()

function(bediv_subject name)
    set(lists SOURCES CODE_OF TARGET GENERATOR INCLUDES DEFINES OPTIONS SANITIZED_DEFINES SANITIZED_OPTIONS
        ASSERTION_DEFINES LIBRARIES DEPENDS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "RUN;ORACLE" "PACKAGE;DICT" "${lists}")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "bediv_subject(${name}): unknown argument '${arg_UNPARSED_ARGUMENTS}'.")
    endif()
    if(BEDIV_VARIANT STREQUAL assert AND NOT arg_ASSERTION_DEFINES)
        message(FATAL_ERROR "bediv_subject(${name}): the variant 'assert' needs ASSERTION_DEFINES.")
    endif()
    set(package_dir ${BEDIV_SOURCES_DIR}/${arg_PACKAGE})
    set(includes "")
    set(sources "")
    foreach(dir IN LISTS arg_INCLUDES)
        cmake_path(ABSOLUTE_PATH dir BASE_DIRECTORY ${package_dir} NORMALIZE)
        list(APPEND includes ${dir})
    endforeach()
    foreach(file IN LISTS arg_SOURCES)
        cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${package_dir} NORMALIZE)
        list(APPEND sources ${file})
    endforeach()
    if(arg_DICT)
        cmake_path(ABSOLUTE_PATH arg_DICT NORMALIZE)
    endif()

    set(builds coverage plain sanitized)
    set(at "")          # in names of programs
    set(of_variant "")  # in names of targets, which must not have an @
    if(BEDIV_VARIANT)
        set(builds coverage sanitized)
        set(at @${BEDIV_VARIANT})
        set(of_variant _${BEDIV_VARIANT})
    endif()
    foreach(build IN LISTS builds)
        set(code subject_${name}${of_variant}_${build}_code)
        if(arg_CODE_OF)
            add_library(${code} INTERFACE)
            list(TRANSFORM arg_CODE_OF REPLACE "(.+)" "subject_\\1_${build}_code" OUTPUT_VARIABLE others)
            target_link_libraries(${code} INTERFACE ${others})
            target_include_directories(${code} INTERFACE ${includes})
        else()
            bediv_subject_code()
        endif()

        set(modes compile)
        if(arg_RUN)
            list(APPEND modes run)
        endif()
        if(arg_ORACLE)
            list(APPEND modes oracle)
        endif()
        foreach(mode IN LISTS modes)
            set(program ${name})
            if(NOT mode STREQUAL compile)
                set(program ${name}-${mode})
            endif()
            set(target subject_${program}${of_variant})
            string(APPEND program ${at})
            set(folder ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
            if(NOT build STREQUAL coverage)
                string(APPEND target _${build})
                string(APPEND folder /${build})
            endif()
            # An object library, because benchmarks put their own main() around it.
            add_library(${target}_fuzzer OBJECT ${arg_TARGET})
            target_compile_options(${target}_fuzzer PRIVATE ${BEDIV_WARNINGS})
            target_compile_definitions(${target}_fuzzer PRIVATE BEDIV_SUBJECT="${program}")
            if(NOT mode STREQUAL compile)
                string(TOUPPER ${mode} definition)
                target_compile_definitions(${target}_fuzzer PRIVATE BEDIV_${definition})
            endif()
            if(arg_DICT)
                target_compile_definitions(${target}_fuzzer PRIVATE BEDIV_DICT="${arg_DICT}")
            endif()
            target_link_libraries(${target}_fuzzer PUBLIC ${code} ${arg_GENERATOR} bediv)

            add_executable(${target})
            target_link_libraries(${target} PRIVATE ${target}_fuzzer)
            set_target_properties(${target} PROPERTIES OUTPUT_NAME ${program} RUNTIME_OUTPUT_DIRECTORY ${folder})
            if(BEDIV_VARIANT)
                add_dependencies(variants ${target})
            elseif(NOT build STREQUAL coverage)
                set_target_properties(${target} ${target}_fuzzer ${code} PROPERTIES EXCLUDE_FROM_ALL ON)
                add_dependencies(${build} ${target})
            endif()
        endforeach()
    endforeach()
endfunction()

# bediv_subject_variants(VARIANT...): see above. Each variant includes the subject's CMakeLists.txt again, so that what it
# generates is in a folder of its own.
function(bediv_subject_variants)
    if(BEDIV_VARIANT)
        return()
    endif()
    set(sources ${BEDIV_SOURCES_DIR})
    foreach(BEDIV_VARIANT IN LISTS ARGN)
        set(BEDIV_SOURCES_DIR ${sources})
        if(BEDIV_VARIANT STREQUAL orig)
            string(APPEND BEDIV_SOURCES_DIR /orig)
        endif()
        add_subdirectory(${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_BINARY_DIR}/${BEDIV_VARIANT} EXCLUDE_FROM_ALL)
    endforeach()
endfunction()

# bediv_subject_sources(RESULT PACKAGE...): sets RESULT to whether the subject can be built. If sources are missing,
# prints a message, except for variants, and sets it to false.
function(bediv_subject_sources result)
    set(${result} TRUE PARENT_SCOPE)
    cmake_path(GET CMAKE_CURRENT_SOURCE_DIR FILENAME name)
    if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
        message(STATUS "Subject ${name} skipped: coverage needs clang; the compiler is ${CMAKE_C_COMPILER_ID}.")
        set(${result} FALSE PARENT_SCOPE)
        return()
    endif()
    foreach(package IN LISTS ARGN)
        if(NOT EXISTS ${BEDIV_SOURCES_DIR}/${package}/.fetched)
            if(NOT BEDIV_VARIANT)
                message(STATUS "Subject ${name} skipped: no sources in ${BEDIV_SOURCES_DIR}/${package}. "
                    "Run subjects/fetch ${package}, then configure again.")
            endif()
            set(${result} FALSE PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()
