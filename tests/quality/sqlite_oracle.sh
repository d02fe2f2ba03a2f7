#!/bin/bash
# What sqlite3-oracle compares, by inputs whose parts cannot agree, and no false alarms in random ones.
. "$SOURCE/tests/lib.sh"
oracle=$BUILD/subjects/sqlite3-oracle

# query QUERY CONDITION INDEX: an input in the form of bd_sql_partition.
query() { printf 'INSERT INTO pair VALUES (7, 7, 7);\n-- query\n%s\n-- condition\n%s\n-- index\n%s\n' "$@" >input; }

step "random() is another number each time"
query "SELECT x, x'00FF', 'a''b' FROM pair" "random() > 0" ""
exits 77 "$oracle" replay input
says '^  the parts of a query are not the whole$'
says "^7, x'00ff', 'a'b'"

step "an index decides which row comes first"
query "SELECT (SELECT y FROM pair LIMIT 1) FROM pair" "x IS NULL" "CREATE INDEX i ON pair(y)"
exits 77 "$oracle" replay input
says '^  an index changes a result$'

step "queries that have one result"
query "SELECT x, y FROM pair LEFT JOIN item ON y = code" "x > 1 OR y" "CREATE INDEX i ON pair(y DESC)"
exits 0 "$oracle" replay input
says '^input: valid'
query "SELECT no_such_column FROM pair" "1" ""
exits 0 "$oracle" replay input
says '^input: invalid'
printf 'SELECT 1' >input
exits 0 "$oracle" replay input
says '^input: invalid'

step "random queries"
exits 0 "$oracle" -q -g quickcheck --seed 1 -n 5000 -o out
[[ $(figure out valid) -gt 3500 ]] || fail "only $(figure out valid) of 5000 queries were compared"
