# bediv.cmake: fuzzers for CMake projects, in our own tree and, after find_package(bediv), in yours.
#
#   bediv_add_fuzzer(NAME
#       SOURCES   file...       the target and the code that it tests: compiled with coverage
#       [GENERATOR file...]     the generator: compiled without coverage, because only the target's branches count
#       [LIBRARIES library...]  linked; to get coverage of one of yours, compile it with coverage, too:
#                               target_compile_options(LIBRARY PRIVATE ${BEDIV_COVERAGE_FLAGS})
#       [DICT file]             the code gets its path as BEDIV_DICT: BD_FUZZER(..., .dict = BEDIV_DICT)
#       [SANITIZED])            also NAME-sanitized, the same with ASan and UBSan, for NAME --sanitized; LIBRARIES of
#                               yours are not rebuilt: they are sanitized only if you built them so
#
# NAME becomes an ordinary executable target; the library provides main().

# For compiling only. If the linker got these flags as well, clang would add the UBSan runtime, whose signal handlers
# turn crashes into exits. In the cache, so that the function finds it from any folder.
set(BEDIV_COVERAGE_FLAGS -fsanitize-coverage=inline-8bit-counters,pc-table CACHE INTERNAL "")

# Compile flags of a sanitized build; a report ends the run.
set(BEDIV_SANITIZERS -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -O1
    CACHE INTERNAL "")

function(bediv_add_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "SANITIZED" "DICT" "SOURCES;GENERATOR;LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "bediv_add_fuzzer(${name}): unknown argument '${arg_UNPARSED_ARGUMENTS}'. "
            "Put files after SOURCES or GENERATOR.")
    endif()
    if(NOT arg_SOURCES AND NOT arg_GENERATOR)
        message(FATAL_ERROR "bediv_add_fuzzer(${name}): SOURCES is missing.")
    endif()
    foreach(language C CXX)
        if(CMAKE_${language}_COMPILER_LOADED AND NOT CMAKE_${language}_COMPILER_ID MATCHES "Clang")
            message(FATAL_ERROR "bediv_add_fuzzer(${name}): coverage needs clang, but the ${language} compiler is "
                "${CMAKE_${language}_COMPILER_ID} (${CMAKE_${language}_COMPILER}). Install clang "
                "(apt install clang-19) and configure a fresh build folder with -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19.")
        endif()
    endforeach()

    set(programs ${name})
    if(arg_SANITIZED)
        list(APPEND programs ${name}-sanitized)
    endif()
    foreach(program IN LISTS programs)
        add_executable(${program} ${arg_SOURCES} ${arg_GENERATOR})
        target_link_libraries(${program} PRIVATE ${arg_LIBRARIES} bediv::bediv)
    endforeach()
    target_compile_options(${name} PRIVATE -g ${BEDIV_COVERAGE_FLAGS})
    if(arg_SANITIZED)
        target_compile_options(${name}-sanitized PRIVATE -g ${BEDIV_SANITIZERS})
        target_link_options(${name}-sanitized PRIVATE -fsanitize=address,undefined)
    endif()
    if(arg_GENERATOR)
        string(REPLACE "-fsanitize" "-fno-sanitize" off "${BEDIV_COVERAGE_FLAGS}")
        set_property(SOURCE ${arg_GENERATOR} APPEND PROPERTY COMPILE_OPTIONS ${off})
    endif()
    if(arg_DICT)
        cmake_path(ABSOLUTE_PATH arg_DICT NORMALIZE)
        foreach(program IN LISTS programs)
            target_compile_definitions(${program} PRIVATE BEDIV_DICT="${arg_DICT}")
        endforeach()
    endif()
endfunction()
