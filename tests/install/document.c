/* A target with one of the ready-made generators. */
#include <bediv.h>
#include <bediv/generators/xml.h>

static enum bd_verdict run(const struct bd_input *in)
{
    return in->size > 0 && in->data[in->size - 1] == '>' ? BD_VALID : BD_INVALID;
}

BD_FUZZER(.name = "document", .generate = bd_xml_document, .run = run);
