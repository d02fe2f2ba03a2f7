#!/bin/bash
# bench/beside-paper, on files written by hand: each figure of the paper is beside ours, and what the paper says is checked
# against the corrected comparisons. Its own files about the paper fit the manifest of the experiment.
. "$SOURCE/tests/lib.sh"

# A line of the output.
row() { grep -qxF -e "$1" log || fail "there is no row $1"; }

mkdir -p paper results/csv
cat >paper/paper.csv <<'END'
measure,subject,technique,value,found,reading,source
diverse_share,ant,zest,9.5,,read off the plot,Fig. 3
b1,ant,bediv-structure,3350,,read off the plot,Fig. 4
b2,ant,zest,2955,,stated by the authors,notebook
crash IllegalStateException,ant,zest,<1,100,stated,Table 1
crash VerifyError,ant,zest,212,100,stated,Table 1
crash VerifyError,ant,bediv-structure,452,83,stated,Table 1
crash ClassCastException,ant,zest,,0,stated,Table 1
END
cat >paper/claims.csv <<'END'
claim,measure,subjects,first,second,difference,source
more than Zest,b1,ant rhino,bediv-structure bediv-simple,zest,higher,Section 4.3
END
cat >results/csv/measures.csv <<'END'
measure,subject,technique,n,mean,sd,median,lowest,highest,traces
diverse_share,ant,bediv-structure,5,22.4,1,22,20,24,
diverse_share,ant,zest,5,19,1,19,18,20,
diverse_share,ant,bediv-simple,0,,,,,,
b1,ant,bediv-structure,5,1675.4,1,1675,1600,1700,
b1,ant,zest,5,12345.6,1,12345,12000,13000,
valid_b1,ant,zest,5,0,0,0,0,0,
mean_input,ant,zest,5,512.5,0,512,500,520,
mean_trace,ant,zest,5,8.765,0,8,8,9,
END
cat >results/csv/comparisons.csv <<'END'
measure,subject,first,second,n_first,n_second,u,a12,effect,p,exact,family,tests,p_holm,difference,ratio,ratio_low,ratio_high,margin,verdict
b1,ant,bediv-structure,zest,5,5,0,0,large,0.0001,yes,candidate,2,0.0002,lower,.5,.4,.6,.97,worse
b1,rhino,bediv-structure,zest,5,5,0,.5,,0.5,yes,candidate,2,0.5,not told apart,1,1,1,.97,not worse
b1,ant,zest,bediv-simple,5,5,0,0,large,0.0001,yes,others,2,0.0002,lower,.5,.4,.6,.97,worse
END
cat >results/csv/failures.csv <<'END'
subject,signature,kind,technique,campaigns,found,mean_seconds,first_seconds,mean_trial,restricted_mean_seconds,limit_seconds
ant,any failure,any,zest,5,5,1,1,100,1,30
ant,any java.lang.VerifyError,java.lang.VerifyError,zest,5,2,6.36,1,100,20,30
ant,any java.lang.VerifyError,java.lang.VerifyError,bediv-structure,5,0,,,,30,30
ant,"java.lang.VerifyError in a ""b"", c",java.lang.VerifyError,zest,5,1,99,1,100,20,30
ant,any org.example.New,org.example.New,bediv-structure,5,5,2,1,100,2,30
ant,any timeout,timeout,bediv-structure,5,5,2,1,100,2,30
END
cat >results/csv/failure_comparisons.csv <<'END'
subject,signature,first,second,n_first,found_first,n_second,found_second,restricted_mean_difference,a12,above,chi_square,p,exact,tests,p_holm,verdict
ant,any java.lang.VerifyError,bediv-structure,zest,5,0,5,2,10,.3,1,1,.2,yes,2,0.4,not told apart
END

step "every figure beside the paper's"
exits 0 "$SOURCE/bench/beside-paper" results paper
row '| ant | zest | ≈ 9.5 | 19.0 | 2.00 | – | – | – | 512 | 8.77 |'
row '| ant | bediv-structure | – | 22.4 | – | – | – | – | – | – |'
row '| ant | zest | – | 12,346 | – | ▲ < 0.001 | 0 | – | 512 | 8.77 |'
row '| ant | bediv-structure | ≈ 3,350 | 1,675 | 0.50 | – | – | – | – | – |'
silent_about 'bediv-simple'

step "a claim is checked on each of its comparisons, whichever way round they are in the file"
row '| more than Zest | Section 4.3 | b1 | higher | 1 | 1 | 1 |'

step "crashes have the paper's names, and count all failures of a kind"
row '| ant.IllegalStateException | zest | <1 min | 100 % | – | – | – | – |'
row '| ant.VerifyError | zest | 212 min | 100 % | 6.36 s | 2 of 5 | 0.0005 | 0.4 (not told apart) |'
row '| ant.VerifyError | bediv-structure | 452 min | 83 % | never | 0 of 5 | – |  |'
row '| ant.ClassCastException | zest | never | 0 % | – | – | – | – |'
row '| ant.New | bediv-structure | – | – | 2.00 s | 5 of 5 | – |  |'
silent_about 'timeout'
silent_about '99'

step "without a report it says what to do"
rm results/csv/measures.csv
exits 1 "$SOURCE/bench/beside-paper" results paper
says 'cannot read results/csv/measures.csv; .bediv eval report RESULTS. writes csv/'
echo measure,subject >results/csv/measures.csv
echo b1,ant >>results/csv/measures.csv
exits 1 "$SOURCE/bench/beside-paper" results paper
says 'measures.csv has no column n$'

step "what is recorded of the paper fits the experiment"
java=$SOURCE/docs/results/java
words() { sed -n "s/^$1 = \[\(.*\)\]$/\1/p" "$java/manifest.toml" | tr -d '",' | tr ' ' '\n' | sort; }
for column in 2:paper:subjects 3:paper:guides 4:claims:guides 5:claims:guides 3:claims:subjects; do
    IFS=: read -r number file key <<<"$column"
    cut -d, -f"$number" "$java/$file.csv" | tail -n +2 | tr ' ' '\n' | sort -u >named
    words "$key" >known
    [[ -s named && -z $(comm -23 named known) ]] || fail "$file.csv has $key that the manifest does not: $(comm -23 named known)"
done
