#!/bin/bash
# Man pages and completions are well-formed, and have every command and flag that --help has. The completions are
# tested as a shell calls them.
. "$SOURCE/tests/lib.sh"

share=$BUILD/share
bediv=$BUILD/bin/bediv

step "groff finds no fault in the man pages, and they have every command and flag"
for page in bediv bediv-fuzzer; do
    file=$share/man/man1/$page.1
    groff -man -Tutf8 -ww -z "$file" 2>faults || fail "groff: $(cat faults)"
    same "what groff says of $page.1" "$(cat faults)" ""
    groff -man -Tascii -P-c "$file" | sed 's/.\x08//g' >$page.txt
done
"$TREE" --help >help
for command in replay show shrink cmin merge sample failures list; do "$TREE" $command --help >>help; done
grep -oE -- ' --[a-z-]+' help | sort -u >flags
[[ $(wc -l <flags) -gt 30 ]] || fail "--help lists few flags"
while read -r flag; do says "(^|[ ,])$flag( |\$)" bediv-fuzzer.txt; done <flags
for word in replay show shrink cmin merge sample failures list version -max_total_time; do
    says "(^| )$word( |=|\$)" bediv-fuzzer.txt
done
for word in cc 'c\+\+' flags 'eval run' 'eval report' version; do says "^ +$word( |\$)" bediv.txt; done
says '^ +77 +failures' bediv-fuzzer.txt

step "bash: what is offered"
# offers WORD... : prints the candidates for the last word, one per line.
cat >ask.bash <<'END'
. "$1"
shift
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
[[ $1 == bediv ]] && _bediv || _bediv_fuzzer
printf '%s\n' "${COMPREPLY[@]}"
END
offers() { bash ask.bash "$share/bash-completion/completions/bediv" "$@" 2>faults || fail "bash: $(cat faults)"; }
same "commands" "$(offers tree s | sort | xargs)" "sample show shrink"
offers tree -- >offered
while read -r flag; do
    offers tree "$flag" >>offered
    for command in replay shrink cmin sample failures; do offers tree $command "$flag" >>offered; done
    grep -qxe "$flag" offered || fail "bash does not offer $flag"
done <flags
same "flags of failures" "$(offers tree failures -- | sort | xargs)" "--help --json --sarif"
same "guides" "$(offers tree --guide bediv-s | sort | xargs)" "bediv-simple bediv-structure"
same "guides after =" "$(offers tree --guide = bediv-h | xargs)" "bediv-havoc"
same "words" "$(offers tree --reward '' | xargs)" "trace valid-trace"
same "a number" "$(offers tree -n '' | xargs)" ""
same "libFuzzer's" "$(offers tree -max_t | xargs)" "-max_total_time="
mkdir folder
touch file.tape
same "files" "$(offers tree replay fi | xargs)" "file.tape"
same "folders" "$(offers tree --resume fo | xargs)" "folder"
same "bediv" "$(offers bediv f | xargs)" "flags"
same "bediv flags" "$(offers bediv flags '' | sort | xargs)" "--bridge --compile --engine --link"
same "bediv eval" "$(offers bediv eval r | sort | xargs)" "report run"
same "bediv eval run" "$(offers bediv eval run --d | xargs)" "--dry-run"
same "bediv cc" "$(offers bediv cc fi | xargs)" "file.tape"
same "registered" "$(bash -c '. "$1"; complete -p bediv' - "$share/bash-completion/completions/bediv")" "complete -F _bediv bediv"

step "zsh: what is offered"
command -v zsh >/dev/null || skip "there is no zsh"
# A separate terminal, in which a shell completes a line; prints what the shell would insert or list.
cat >ask.zsh <<'END'
zmodload zsh/zpty
zpty -b shell "zsh -f -i"
expect() { # TEXT: reads until it comes
    local part
    answer=
    repeat 600; do
        while zpty -rt shell part; do answer+=$part; done
        [[ $answer == *$1* ]] && return
        zselect -t 10
    done
    print -u2 "no answer: $answer"
    exit 1
}
zmodload zsh/zselect
zpty -w shell "unsetopt zle prompt_cr prompt_sp; PS1= PS2= RPS1=; stty -echo; setopt zle"
zpty -w shell "fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
zpty -w shell 'compdef _bediv_fuzzer tree; zstyle ":completion:*" list-colors ""; setopt no_auto_menu no_list_beep'
zpty -w shell 'compadd() { if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)* ]]; then builtin compadd "$@"; return; fi
    local -a found; builtin compadd -A found "$@"; print -l -- "${(@)found/#/offered:}" >>offered; builtin compadd "$@"; }'
zpty -w shell 'ended() { print -n "com"; print "pleted" }; zle -N ended; bindkey "^X" ended; print re""ady'
expect ready
zpty -w -n shell "$2"$'\t\x18'
expect completed
END
# zsh_offers LINE
zsh_offers() {
    : >offered
    zsh -f ask.zsh "$share/zsh/site-functions" "$1" >answer 2>&1 || fail "zsh: $(cat answer)"
    sed -n 's/^offered://p' offered | sort -u
}
[[ $(zsh_offers 'tree s' | xargs) == *"sample show shrink"* ]] || fail "zsh offers $(xargs <offered)"
zsh_offers 'bediv ' | xargs | grep -q 'c++ cc eval flags help version' || fail "zsh offers $(xargs <offered)"
same "zsh: guides" "$(zsh_offers 'tree --guide=bediv-s' | grep -c bediv-s)" 2
zsh_offers 'tree failures --' >flags_offered
for flag in help json sarif; do grep -q -e "--$flag" flags_offered || fail "zsh does not offer --$flag: $(cat flags_offered)"; done
