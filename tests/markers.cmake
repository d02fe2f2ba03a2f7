# markers.cmake: lines in a test script that say how to run it. They must be alone on their line, written exactly so:
#
#   # duration: long         too long for `make test`; `make test-all` runs it
#   # builds: unsanitized    tests nothing in a build with sanitizers, which does not register it
#
# A line that looks like a marker but is none fails the configuration: a typo must not take a test out of `make test`.

# bediv_read_markers(FILE LONG UNSANITIZED): sets the two variables to true or false.
function(bediv_read_markers file long unsanitized)
    set(${long} FALSE PARENT_SCOPE)
    set(${unsanitized} FALSE PARENT_SCOPE)
    file(STRINGS ${file} lines REGEX "^[ \t]*#[ \t]*([Ll][Oo][Nn][Gg][ \t.:]*$|[Dd]uration[ \t]*[:=]|[Bb]uilds[ \t]*[:=])")
    foreach(line IN LISTS lines)
        if(line STREQUAL "# duration: long")
            set(${long} TRUE PARENT_SCOPE)
        elseif(line STREQUAL "# builds: unsanitized")
            set(${unsanitized} TRUE PARENT_SCOPE)
        else()
            message(FATAL_ERROR "${file}: '${line}' looks like a marker and is none; "
                "write '# duration: long' or '# builds: unsanitized', or word the comment differently")
        endif()
    endforeach()
endfunction()
