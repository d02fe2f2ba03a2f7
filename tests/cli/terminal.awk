# terminal.awk: what a terminal of the given size shows for its input, and what is wrong with it.
#
#   LC_ALL=C awk -v columns=80 -v rows=24 -f terminal.awk FILE
#
# Knows the escape sequences that we use, and complains about others. A frame, which shows a canvas
# (src/cli/canvas.h), is between "no wrapping" and "wrapping": its lines must fit, and only the first one after other
# text may scroll. At the end it prints the lines that were shown, including those that have left the window.
function put_character(c) {
    if (column == columns) {
        if (in_frame) complain("a line of a frame is too long")
        column = 0
        line_feed()
    }
    text[row] = sprintf("%-" column "s", substr(text[row], 1, column)) c substr(text[row], column + 2)
    column++
}
function line_feed() {
    row++
    if (row - top < rows) return
    top++
    if (in_frame && drawn) complain("a frame scrolls what is above it")
}
function escape_sequence(s,    n) {
    final = substr(s, length(s))
    n = substr(s, 3, length(s) - 3)
    if (final == "K") text[row] = substr(text[row], 1, column)
    else if (final == "J") { text[row] = substr(text[row], 1, column); for (i = row + 1; i < top + rows; i++) text[i] = "" }
    else if (final == "A") { row -= n; if (row < top) { row = top; complain("the cursor leaves the window") } }
    else if (s == "\033[?7l") { in_frame = 1; frames++ }
    else if (s == "\033[?7h") { in_frame = 0; drawn = 1 }
    else if (final != "m") complain("unknown escape sequence: " substr(s, 2))
}
function complain(what) { if (!(what in said)) print "WRONG: " what; said[what] }
BEGIN { RS = "\001"; for (i = 0; i < 256; i++) code[sprintf("%c", i)] = i }
{
    size = length($0)
    for (at = 1; at <= size; at++) {
        c = substr($0, at, 1)
        if (c == "\033") {
            match(substr($0, at + 1, 20), /^\[[?0-9;]*[A-Za-z]/)
            if (RLENGTH < 0) { complain("a bare escape character"); continue }
            escape_sequence(c substr($0, at + 1, RLENGTH))
            at += RLENGTH
        }
        else if (c == "\r") column = 0
        else if (c == "\n") line_feed()
        else if (c == "\t") do put_character(" "); while (column % 8 && column < columns)
        else if (code[c] < 32 || code[c] == 127) complain("a control character: " code[c])
        else if (code[c] >= 128 && code[c] < 192) continue # the rest of a character
        else { put_character(code[c] >= 192 ? "?" : c); if (!in_frame) drawn = 0 }
    }
}
END {
    if (frames == 0) print "no frames"
    for (last = top + rows; last > 0 && text[last] == ""; last--) continue
    for (i = 0; i <= last; i++) print text[i]
}
