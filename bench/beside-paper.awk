# beside-paper.awk PAPER CLAIMS MEASURES COMPARISONS FAILURES FAILURE_COMPARISONS: see beside-paper.
#
# said[MEASURE, SUBJECT, TECHNIQUE] is what the paper says, ours[…] our mean; p[MEASURE, SUBJECT, A, B] the corrected p and
# lead[…] "higher", "lower" or "not told apart", about A.

# ---- Reading -------------------------------------------------------------------------------------

# Splits a line of CSV into FIELD; a quoted field may have commas in it.
function split_line(line, field,    count, more) {
    count = 0
    do {
        if (match(line, /^"([^"]|"")*"/)) {
            field[++count] = substr(line, 2, RLENGTH - 2)
            gsub(/""/, "\"", field[count])
        } else {
            match(line, /^[^,]*/)
            field[++count] = substr(line, 1, RLENGTH)
        }
        more = substr(line, RLENGTH + 1, 1) == ","
        line = substr(line, RLENGTH + 2)
    } while (more)
}
function at(name) {
    if (!(name in column)) {
        print "beside-paper: " FILENAME " has no column " name | "cat >&2"
        failed = 1
        exit 1
    }
    return field[column[name]]
}
# NAME gets a place in the list KIND, if it has none.
function add(kind, name) {
    if (!((kind, name) in place)) {
        place[kind, name] = ++count[kind]
        list[kind, count[kind]] = name
    }
}
# The exception that all failures of a kind have in common, without its package, as the paper names them; "": SIGNATURE is of
# something else.
function crash_of(signature) {
    if (signature !~ /^any / || signature ~ /^any (failure|timeout|memory)$/) { return "" }
    sub(/^any (.*[.])?/, "", signature)
    return signature
}

FNR == 1 {
    files++
    for (name in column) { delete column[name] }
    split_line($0, field)
    for (i = 1; i in field; i++) { column[field[i]] = i }
    for (i in field) { delete field[i] }
    next
}
{ split_line($0, field) }
files == 1 {
    key = at("measure") SUBSEP at("subject") SUBSEP at("technique")
    said[key] = at("value")
    said_found[key] = at("found")
    is_read_off[key] = at("reading") == "read off the plot"
    if (at("measure") ~ /^crash /) { add("crash", at("subject") "." substr(at("measure"), 7)) }
}
files == 2 {
    claims++
    claim[claims] = at("claim")
    claim_measure[claims] = at("measure")
    claim_subjects[claims] = at("subjects")
    claim_first[claims] = at("first")
    claim_second[claims] = at("second")
    claim_lead[claims] = at("difference")
    claim_source[claims] = at("source")
}
files == 3 && at("n") + 0 > 0 {
    add("subject", at("subject"))
    add("technique", at("technique"))
    ours[at("measure"), at("subject"), at("technique")] = at("mean")
}
files == 4 {
    if (at("family") == "candidate") { candidate = at("first") }
    key = at("measure") SUBSEP at("subject") SUBSEP
    p[key at("first"), at("second")] = p[key at("second"), at("first")] = at("p_holm")
    lead[key at("first"), at("second")] = at("difference")
    lead[key at("second"), at("first")] = at("difference") == "higher" ? "lower" : \
        at("difference") == "lower" ? "higher" : at("difference")
}
files >= 5 {
    crash = crash_of(at("signature"))
    if (crash == "") { next }
    crash = at("subject") "." crash
    add("crash", crash)
}
files == 5 {
    campaigns[crash, at("technique")] = at("campaigns")
    found[crash, at("technique")] = at("found") + 0
    seconds[crash, at("technique")] = at("mean_seconds")
}
files == 6 { race[crash, at("second")] = at("p_holm") " (" at("verdict") ")" }

# ---- Writing -------------------------------------------------------------------------------------

# 12345.6 as 12,346, 12.34 as 12.3, 1.234 as 1.23; nothing as –.
function shown(number,    text, tail) {
    if (number == "") { return "–" }
    number += 0
    if (number == 0) { return "0" }
    if (number < 10) { return sprintf("%.2f", number) }
    if (number < 100) { return sprintf("%.1f", number) }
    text = sprintf("%.0f", number)
    for (tail = ""; length(text) > 3; text = substr(text, 1, length(text) - 3)) {
        tail = "," substr(text, length(text) - 2) tail
    }
    return text tail
}
function ratio(a, b) { return a == "" || b == "" || b + 0 == 0 ? "–" : sprintf("%.2f", a / b) }
function paper_of(measure, subject, technique,    key) {
    key = measure SUBSEP subject SUBSEP technique
    return (is_read_off[key] ? "≈ " : "") (said[key] ~ /[.<]/ ? said[key] : shown(said[key])) # as precise as it is there
}
function our(measure, subject, technique) { return shown(ours[measure, subject, technique]) }
# The p of TECHNIQUE against the candidate, and whether it has more (▲) or less (▼).
function against(measure, subject, technique,    key, mark) {
    key = measure SUBSEP subject SUBSEP technique SUBSEP candidate
    if (!(key in p)) { return "–" }
    mark = lead[key] == "higher" ? "▲ " : lead[key] == "lower" ? "▼ " : ""
    return mark (p[key] + 0 < .001 ? "< 0.001" : sprintf("%.3f", p[key]))
}
function sizes(subject, technique) {
    return our("mean_input", subject, technique) " | " our("mean_trace", subject, technique)
}
# One table: the rows of MEASURE beside the paper, then those of BESIDE, about valid inputs, which the paper does not have.
function table(title, measure, what, beside, beside_what,    s, t, subject, technique, key) {
    printf "\n### %s\n\n", title
    printf "| subject | technique | paper | %s | ratio | p | %s | p | mean input, bytes | mean trace, branches |\n", what, beside_what
    print "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for (s = 1; s <= count["subject"]; s++) {
        for (t = 1; t <= count["technique"]; t++) {
            subject = list["subject", s]
            technique = list["technique", t]
            key = measure SUBSEP subject SUBSEP technique
            if (!(key in ours)) { continue }
            printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", subject, technique, paper_of(measure, subject, technique),
                our(measure, subject, technique), ratio(ours[key], said[key]), against(measure, subject, technique),
                our(beside, subject, technique), against(beside, subject, technique), sizes(subject, technique)
        }
    }
}
# Of the comparisons of a claim: on how many the first is higher, lower, or not told apart.
function check(number,    s, a, b, subjects, firsts, seconds_, key, has) {
    split(claim_subjects[number], subjects, " ")
    split(claim_first[number], firsts, " ")
    split(claim_second[number], seconds_, " ")
    for (s = 1; s in subjects; s++) {
        for (a = 1; a in firsts; a++) {
            for (b = 1; b in seconds_; b++) {
                key = claim_measure[number] SUBSEP subjects[s] SUBSEP firsts[a] SUBSEP seconds_[b]
                if (key in lead) { has[lead[key]]++ }
            }
        }
    }
    printf "| %s | %s | %s | %s | %d | %d | %d |\n", claim[number], claim_source[number], claim_measure[number],
        claim_lead[number], has["higher"], has["lower"], has["not told apart"]
}
function crash_row(crash, technique,    dot, key, mine, n) {
    dot = index(crash, ".")
    key = "crash " substr(crash, dot + 1) SUBSEP substr(crash, 1, dot - 1) SUBSEP technique
    mine = crash SUBSEP technique
    n = campaigns[mine]
    if (!(key in said) && !found[mine]) { return }
    printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", crash, technique,
        !(key in said) ? "–" : said[key] == "" ? "never" : said[key] " min", key in said ? said_found[key] " %" : "–",
        n == "" ? "–" : found[mine] ? shown(seconds[mine]) " s" : "never",
        n == "" ? "–" : found[mine] " of " n,
        said[key] + 0 && found[mine] ? sprintf("%.4f", seconds[mine] / 60 / said[key]) : "–",
        technique == candidate ? "" : (mine in race) ? race[mine] : "–"
}
END {
    if (failed) { exit 1 }
    print "Ours are means over the campaigns, as in the paper. *p*: Mann and Whitney's against `" candidate \
        "`, corrected by Holm's procedure; ▲ significantly more than it at 0.01, ▼ less. ≈: read off a plot. –: not stated, or not run."
    table("RQ1: share of diverse valid inputs, %", "diverse_share", "of all trials", "diverse_of_valid", "of valid ones")
    table("RQ1: number of diverse valid inputs", "diverse", "number", "valid_trace_size", "branches in a distinct valid trace")
    for (q = 0; q <= 2; q++) { table("RQ2: B(" q ")", "b" q, "all inputs", "valid_b" q, "valid inputs") }
    print "\n### RQ1 and RQ2: what the paper says about BeDivFuzz, and on how many of our comparisons it is so\n"
    print "| the paper says | where | measure | hence | higher | lower | not told apart |\n|---|---|---|---|---:|---:|---:|"
    for (i = 1; i <= claims; i++) { check(i) }
    print "\n### RQ3: crashes\n"
    print "Mean time until a campaign found it, over the campaigns that did, and how many did. *p*: the log-rank test against `" \
        candidate "`, in which every campaign counts, corrected by Holm's procedure; the verdict is about `" candidate "`.\n"
    print "| crash | technique | paper | found | ours | found | ratio of times | p |\n|---|---|---:|---:|---:|---:|---:|---|"
    for (i = 1; i <= count["crash"]; i++) {
        for (t = 1; t <= count["technique"]; t++) { crash_row(list["crash", i], list["technique", t]) }
    }
}
