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
#                                  the same for the sanitized build: more of the software's own checks, or fewer of the
#                                  compiler's, if harmless code would fail them in every run
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
add_custom_target(plain)
add_custom_target(sanitized)

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
        target_compile_definitions(${code} PUBLIC ${arg_SANITIZED_DEFINES})
        target_compile_options(${code} PUBLIC ${BEDIV_SANITIZERS})
        target_compile_options(${code} PRIVATE ${BEDIV_COVERAGE_FLAGS})
        target_link_options(${code} PUBLIC -fsanitize=address,undefined)
    endif()
    if(build STREQUAL sanitized OR BEDIV_SANITIZE)
        target_compile_options(${code} PRIVATE ${arg_SANITIZED_OPTIONS})
    endif()
endmacro()

function(bediv_subject name)
    set(lists SOURCES CODE_OF TARGET GENERATOR INCLUDES DEFINES OPTIONS SANITIZED_DEFINES SANITIZED_OPTIONS LIBRARIES
        DEPENDS)
    cmake_parse_arguments(PARSE_ARGV 1 arg "RUN;ORACLE" "PACKAGE;DICT" "${lists}")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "bediv_subject(${name}): unknown argument '${arg_UNPARSED_ARGUMENTS}'.")
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

    foreach(build IN ITEMS coverage plain sanitized)
        set(code subject_${name}_${build}_code)
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
            set(target subject_${program})
            set(folder ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
            if(NOT build STREQUAL coverage)
                set(target subject_${program}_${build})
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
            if(NOT build STREQUAL coverage)
                set_target_properties(${target} ${target}_fuzzer ${code} PROPERTIES EXCLUDE_FROM_ALL ON)
                add_dependencies(${build} ${target})
            endif()
        endforeach()
    endforeach()
endfunction()

# bediv_subject_sources(RESULT PACKAGE...): sets RESULT to whether the subject can be built. If sources are missing,
# prints a message and sets it to false.
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
            message(STATUS "Subject ${name} skipped: no sources in ${BEDIV_SOURCES_DIR}/${package}. "
                "Run subjects/fetch ${package}, then configure again.")
            set(${result} FALSE PARENT_SCOPE)
            return()
        endif()
    endforeach()
endfunction()
