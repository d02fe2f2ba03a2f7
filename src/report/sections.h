/* sections.h: the sections of a report, in their order on the page. Each writes its own heading. */
#ifndef BD_REPORT_SECTIONS_H
#define BD_REPORT_SECTIONS_H

#include "metrics/common_slope.h"
#include "report/document.h"
#include "report/results.h"

void bd__section_opening(struct bd__document *doc, const struct bd__results *results);
void bd__section_summary(struct bd__document *doc, const struct bd__results *results);
void bd__section_rq1(struct bd__document *doc, const struct bd__results *results);
void bd__section_rq2(struct bd__document *doc, const struct bd__results *results);
void bd__section_rq3(struct bd__document *doc, const struct bd__results *results);
void bd__section_fairness(struct bd__document *doc, const struct bd__results *results);
void bd__section_comparisons(struct bd__document *doc, const struct bd__results *results);
void bd__section_method(struct bd__document *doc, const struct bd__results *results);

/* A table of subjects by techniques: mean ± standard deviation and median of a measure. */
void bd__put_measure_table(struct bd__document *doc, const struct bd__results *results, size_t measure);

/* In sentences.c: three sentences about the candidate, a paragraph each. FIT: B(1) against the length of traces. */
void bd__put_sentences(struct bd__document *doc, const struct bd__results *results, const struct bd__common_slope *fit);

/* In sizes.c: B(q) of valid inputs, or of all, beside the sizes that it follows; and controls that missed their size. */
void bd__put_sizes(struct bd__document *doc, const struct bd__results *results, bool valid);
void bd__warn_of_sizes(struct bd__document *doc, const struct bd__results *results);
/* Are the inputs of CONTROL on SUBJECT within 5 % of the size of those of TECHNIQUE? */
bool bd__sizes_agree(const struct bd__results *results, size_t subject, size_t technique, size_t control);

/* Parts of the summary, in standings.c. */
void bd__put_standings(struct bd__document *doc, const struct bd__results *results);

#endif
