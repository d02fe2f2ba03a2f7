#!/bin/sh
# 9,000 entities, each the content of the next; the last one is expanded.
awk 'BEGIN {
    print "<!DOCTYPE r ["
    print "<!ENTITY e0 \"x\">"
    for (i = 1; i < 9000; i++) { print "<!ENTITY e" i " \"&e" i - 1 ";\">" }
    print "]>"
    print "<r>&e8999;</r>"
}'
