# eval_report.awk: the rows of a table of the report, computed from the run directories under ./out in other ways than
# in src/report and src/metrics.
#   awk -v measure=ID [-v pairs=1 | -v plain=1] -f eval_report.awk
BEGIN {
    OFS = "\t"
    subjects = split("tree expat", subject)
    techniques = split("bediv-structure quickcheck quickcheck@plain", technique)
    for (s = 1; s <= subjects; s++) for (t = 1; t <= techniques; t++) for (r = 1; r <= 3; r++) read_stats(s, t, r)
    if (measure ~ /^equal_/) find_levels(measure ~ /valid/)
    if (measure == "fairness") fairness()
    else if (measure == "failures-found") failures_found(0)
    else if (measure == "failures-first") failures_found(1)
    else if (pairs) compare()
    else for (s = 1; s <= subjects; s++) print_subject(s)
}

function dir(s, t, r) { return "out/trials/" subject[s] "/" technique[t] "/" r "/" }

function read_stats(s, t, r,    file, line, key, value, n, wall, cpu) {
    file = dir(s, t, r) "fuzzer_stats"
    while ((getline line < file) > 0) {
        key = line; sub(/ *:.*/, "", key)
        value = line; sub(/^[^:]*: /, "", value); sub(/%$/, "", value)
        stat[s, t, r, key] = value
    }
    close(file)
    file = dir(s, t, r) "timed/fuzzer_stats"
    while ((getline line < file) > 0) if (line ~ /^execs_per_sec/) { sub(/.*: /, "", line); stat[s, t, r, "execs_per_sec"] = line }
    close(file)
    file = dir(s, t, r) "failures.tsv"
    while ((getline line < file) > 0) if (line !~ /^#/) { split(line, field, "\t"); n += field[2] !~ /^(timeout|memory)$/; met[s, t, r, field[1]] = field[3]; known[s, field[1]] }
    close(file)
    stat[s, t, r, "distinct"] = n + 0
    file = dir(s, t, r) "trial.json"
    while ((getline line < file) > 0) {
        gsub(/[ ",]/, "", line)
        split(line, field, ":")
        if (field[1] == "wall_seconds") wall = field[2]
        if (field[1] == "cpu_seconds") cpu = field[2]
    }
    close(file)
    stat[s, t, r, "cpu"] = 100 * cpu / wall
}

function find_levels(valid,    s, t, r, n) {
    for (s = 1; s <= subjects; s++) for (t = 1; t <= techniques; t++) for (r = 1; r <= 3; r++) {
        n = stat[s, t, r, valid ? "valid_traces" : "traces"] + 0
        if (n > 0 && (!(s in level) || n < level[s])) level[s] = n
    }
}

# The expected B(0) or B(2) of level[s] traces.
function rarefied(s, t, r,    valid, all, n, file, line, c, i, none, seen, u, squares) {
    valid = measure ~ /valid/
    all = stat[s, t, r, valid ? "valid_traces" : "traces"]
    n = level[s]
    file = dir(s, t, r) "abundances"
    while ((getline line < file) > 0) {
        if (line ~ /^#/) continue
        split(line, field, "\t")
        c = field[valid ? 3 : 2]
        if (c == 0) continue
        none = 1 # none of the c traces that cover the branch is among the n
        for (i = 0; i < c; i++) none *= (all - n - i > 0 ? all - n - i : 0) / (all - i)
        seen += 1 - none
        u += n * c / all
        squares += n * c / all + (all > 1 ? n * (n - 1) * c * (c - 1) / (all * (all - 1)) : 0)
    }
    close(file)
    return measure ~ /b0$/ ? seen : u * u / squares
}

# Branches per distinct trace, on average.
function trace_size(s, t, r,    file, line, sum, valid) {
    valid = measure ~ /valid/
    file = dir(s, t, r) "abundances"
    while ((getline line < file) > 0) if (line !~ /^#/) { split(line, field, "\t"); sum += field[valid ? 3 : 2] }
    close(file)
    return sum / stat[s, t, r, valid ? "valid_traces" : "traces"]
}

function value_of(s, t, r) {
    if (measure == "diverse_share") return 100 * stat[s, t, r, "valid_traces"] / stat[s, t, r, "execs_done"]
    if (measure == "diverse_of_valid") return 100 * stat[s, t, r, "valid_traces"] / stat[s, t, r, "valid"]
    if (measure == "diverse") return stat[s, t, r, "valid_traces"]
    if (measure == "failures") return stat[s, t, r, "distinct"]
    if (measure ~ /^equal_/) return rarefied(s, t, r)
    if (measure ~ /trace_size$/) return trace_size(s, t, r)
    return stat[s, t, r, measure]
}

# About four digits; whole numbers at most one decimal.
function decimals(x,    d) {
    d = x >= 1000 || x == 0 ? 0 : x >= 100 ? 1 : x >= 1 ? 2 : 3
    return measure ~ /^(diverse|valid_b0|b0|failures)$/ && d > 1 ? 1 : d
}

function print_subject(s,    t, r, v, lowest, median, highest, mean, sd, d, line) {
    line = subject[s] (measure ~ /^equal_/ ? OFS level[s] : "")
    for (t = 1; t <= techniques; t++) {
        for (r = 1; r <= 3; r++) v[r] = value_of(s, t, r) + 0
        lowest = min(v[1], min(v[2], v[3]))
        highest = max(v[1], max(v[2], v[3]))
        median = max(min(v[1], v[2]), min(max(v[1], v[2]), v[3]))
        mean = (lowest + median + highest) / 3
        sd = sqrt(((v[1] - mean) ^ 2 + (v[2] - mean) ^ 2 + (v[3] - mean) ^ 2) / 2)
        d = decimals(mean)
        if (plain) print subject[s], technique[t], sprintf("%.2f", mean)
        line = line OFS sprintf("%.*f ± %.*f (%.*f)", d, mean, d, sd, d, median)
    }
    if (!plain) print line
}
function max(a, b) { return a > b ? a : b }
function min(a, b) { return a < b ? a : b }

function fairness(    s, t, r, n, x, key, i) {
    n = split("execs_done execs_per_sec valid invalid limited discarded exhausted failures traces mean_trace mean_input stability left_out cpu", key, " ")
    for (s = 1; s <= subjects; s++) for (t = 1; t <= techniques; t++) {
        printf "%s\t%s", subject[s], technique[t]
        for (i = 1; i <= n; i++) {
            x = 0
            for (r = 1; r <= 3; r++) x += i >= 3 && i <= 7 ? 100 * stat[s, t, r, key[i]] / stat[s, t, r, "execs_done"] : stat[s, t, r, key[i]]
            printf "\t%.*f", i <= 2 || i == 9 || i == 13 ? 0 : i == 12 ? 2 : 1, x / 3
        }
        printf "\n"
    }
}

# When the campaign ended, by its own clock.
function end_of(s, t, r,    file, line, field) {
    file = dir(s, t, r) (technique[t] ~ /@plain$/ ? "timed/" : "") "plot_data"
    while ((getline line < file) > 0) if (line !~ /^#/) split(line, field, ",")
    close(file)
    return field[1] + 0
}

function seconds(x) { return sprintf("%.*f", x < 10 ? 2 : 1, x) }

# Every campaign counts with its time to the failure, but with no more than the shortest campaign on the subject.
function failures_found(any,    s, t, r, pair, key, n, sum, names, k, i, limit, met_at) {
    for (s = 1; s <= subjects; s++) {
        k = 0
        for (key in known) { split(key, pair, SUBSEP); if (pair[1] == s) names[++k] = pair[2] }
        if (k > 1) { print "more than one failure: this script does not sort them"; exit }
        limit = 1e9
        for (t = 1; t <= techniques; t++) for (r = 1; r <= 3; r++) limit = min(limit, end_of(s, t, r))
        for (i = 1; i <= k; i++) {
            printf "%s\t%s%s", subject[s], any ? "" : names[i] "\t", seconds(limit)
            for (t = 1; t <= techniques; t++) {
                n = sum = 0
                for (r = 1; r <= 3; r++) {
                    met_at = (s, t, r, names[i]) in met ? met[s, t, r, names[i]] : 1e9
                    n += met_at < 1e9
                    sum += min(met_at, limit)
                }
                if (n) printf "\t%s (%.0f%%)", seconds(sum / 3), 100 * n / 3
                else printf "\t–"
            }
            printf "\n"
        }
    }
}

# Pairs (a, b) with a greater than b; ties count half.
function above(v, deal,    i, j, u) {
    for (i = 1; i <= 6; i++) if (deal[i]) for (j = 1; j <= 6; j++) if (!deal[j]) u += v[i] > v[j] ? 1 : v[i] == v[j] ? .5 : 0
    return u
}

# Holm's procedure over P[1] … P[n], step by step: the smallest of the LEFT p is multiplied by LEFT, and none may be below the
# one before it.
function holm(p, n, corrected,    left, i, least, before) {
    for (left = n; left > 0; left--) {
        least = 0
        for (i = 1; i <= n; i++) if (!(i in corrected) && (!least || p[i] < p[least])) least = i
        before = corrected[least] = min(1, max(before, left * p[least]))
    }
}

# The first technique is the candidate: its tests are corrected together, those of the others by themselves.
function compare(    a, b, s, r, v, deal, u, far, all, i, j, k, line, p, of, n, family, some, corrected) {
    for (a = 1; a <= techniques; a++) for (b = a + 1; b <= techniques; b++) for (s = 1; s <= subjects; s++) {
        for (r = 1; r <= 3; r++) { v[r] = value_of(s, a, r) + 0; v[3 + r] = value_of(s, b, r) + 0 }
        for (i = 1; i <= 6; i++) deal[i] = i <= 3
        u[a, b, s] = above(v, deal)
        far = all = 0
        for (i = 1; i <= 4; i++) for (j = i + 1; j <= 5; j++) for (k = j + 1; k <= 6; k++) {
            for (r = 1; r <= 6; r++) deal[r] = r == i || r == j || r == k
            all++
            far += (above(v, deal) - 4.5) ^ 2 >= (u[a, b, s] - 4.5) ^ 2
        }
        family = a == 1 ? 1 : 2
        of[a, b, s] = ++n[family]
        p[family, n[family]] = far / all
    }
    for (family = 1; family <= 2; family++) {
        split("", some)
        split("", corrected)
        for (i = 1; i <= n[family]; i++) some[i] = p[family, i]
        holm(some, n[family], corrected)
        for (i = 1; i <= n[family]; i++) p[family, i] = corrected[i]
    }
    for (a = 1; a <= techniques; a++) for (b = a + 1; b <= techniques; b++) {
        line = technique[a] OFS technique[b]
        for (s = 1; s <= subjects; s++) {
            family = a == 1 ? 1 : 2
            line = line OFS sprintf("%.2f %.*f", u[a, b, s] / 9, p[family, of[a, b, s]] < .01 ? 4 : 3, p[family, of[a, b, s]])
        }
        print line
    }
}
