#!/bin/bash
# docs/cli.md names every flag of every command with its default, and docs/guides.md names every guide.
. "$SOURCE/tests/lib.sh"

step "flags"
"$TREE" --help >help
for command in replay show shrink cmin merge sample check-generator failures list version; do "$TREE" $command --help >>help; done
grep -oE -- '^ {2,6}(-[a-zA-Z], )?--[a-z-]+' help | grep -oE -- '--[a-z-]+' | sort -u >flags
[[ $(wc -l <flags) -gt 30 ]] || fail "--help lists few flags"
while read -r flag; do
    grep -qE "^\|.*\`$flag( [A-Z]+)?\`" "$SOURCE/docs/cli.md" || fail "docs/cli.md has no row for $flag"
done <flags

step "defaults"
# Numbers only: words are explained there, not repeated.
sed -nE 's/^ {2,6}(-[a-zA-Z], )?(--[a-z-]+) .*\(default: ([0-9.]+[a-zA-Z]*)[;)].*/\2 \3/p' help | sort -u >defaults
[[ $(wc -l <defaults) -gt 10 ]] || fail "--help gives few defaults"
while read -r flag default; do
    grep -qE "^\|.*\`$flag [A-Z]+\`.*[| (]$default[ ;)]" "$SOURCE/docs/cli.md" ||
        fail "docs/cli.md does not give $default as the default of $flag"
done <defaults

step "guides"
for guide in $GUIDES; do
    grep -q "^| \`$guide\`" "$SOURCE/docs/guides.md" || fail "docs/guides.md has no row for $guide"
    grep -qE "^## (.*, )?$guide(,|\$)" "$SOURCE/docs/guides.md" || fail "docs/guides.md has no section about $guide"
done
