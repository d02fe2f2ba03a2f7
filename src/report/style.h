/* style.h: the looks of the page, for light and dark screens, narrow ones and paper. */
#ifndef BD_REPORT_STYLE_H
#define BD_REPORT_STYLE_H

extern const char bd__style_text[], bd__style_charts[];

#endif
