# hill.awk: behavioural diversity from a file of abundances, straight from the definition:
#
#   B(q) = (Σ p^q)^(1/(1-q)),  p = c(b)/Σc     B(0): the number of branches;  B(1) = exp(-Σ p ln p)
#
# It shares no code and no formula with src/metrics, which keeps running sums.
#   awk -f hill.awk RUN-DIR/abundances
BEGIN { FS = "\t" }
/^#/ { next }
{
    if ($2 > 0) all[++branches] = $2
    if ($3 > 0) valid[++valid_branches] = $3
    total += $2
    valid_total += $3
}
function order(q, count, n, sum,    i, p, s) {
    if (n == 0) return 0
    for (i = 1; i <= n; i++) {
        p = count[i] / sum
        s += q == 1 ? -p * log(p) : p ^ q
    }
    return q == 1 ? exp(s) : s ^ (1 / (1 - q))
}
END {
    printf "b0 %.0f\nb1 %.4f\nb2 %.4f\n", order(0, all, branches, total), order(1, all, branches, total),
        order(2, all, branches, total)
    printf "valid_b0 %.0f\nvalid_b1 %.4f\nvalid_b2 %.4f\n", order(0, valid, valid_branches, valid_total),
        order(1, valid, valid_branches, valid_total), order(2, valid, valid_branches, valid_total)
}
