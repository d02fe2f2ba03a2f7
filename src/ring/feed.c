#include "ring/feed.h"

#include <string.h>

static void copy_in(struct bd__feed *feed, uint64_t at, const void *data, size_t size)
{
    size_t from = at % BD__FEED_SIZE, first = size < BD__FEED_SIZE - from ? size : BD__FEED_SIZE - from;
    memcpy(feed->data + from, data, first);
    memcpy(feed->data, (const char *)data + first, size - first);
}

static void copy_out(const struct bd__feed *feed, uint64_t at, void *data, size_t size)
{
    size_t from = at % BD__FEED_SIZE, first = size < BD__FEED_SIZE - from ? size : BD__FEED_SIZE - from;
    memcpy(data, feed->data + from, first);
    memcpy((char *)data + first, feed->data, size - first);
}

bool bd__feed_put(struct bd__feed *feed, const char *text, size_t size)
{
    uint32_t length = (uint32_t)size;
    uint64_t put = atomic_load(&feed->put), used = put - atomic_load(&feed->taken);
    if (size + sizeof length > BD__FEED_SIZE) { return true; }
    if (used > BD__FEED_SIZE || size + sizeof length > BD__FEED_SIZE - used) { return false; }
    copy_in(feed, put, &length, sizeof length);
    copy_in(feed, put + sizeof length, text, size);
    atomic_store(&feed->put, put + sizeof length + size);
    return true;
}

bool bd__feed_is_done(const struct bd__feed *feed)
{
    uint64_t put = atomic_load(&feed->put);
    return put == 0 || (atomic_load(&feed->asked) && atomic_load(&feed->empty_at) == put);
}

bool bd__feed_take(struct bd__feed *feed, struct bd__text *text)
{
    uint32_t length;
    uint64_t taken = atomic_load(&feed->taken), there = atomic_load(&feed->put) - taken;
    if (there < sizeof length || there > BD__FEED_SIZE) {
        atomic_store(&feed->empty_at, taken);
        atomic_store(&feed->asked, true);
        return false;
    }
    copy_out(feed, taken, &length, sizeof length);
    bool sound = length <= there - sizeof length; /* else a target has written here */
    text->size = 0;
    for (uint32_t done = 0; sound && done < length;) {
        char part[4096];
        uint32_t size = length - done < sizeof part ? length - done : sizeof part;
        copy_out(feed, taken + sizeof length + done, part, size);
        bd__text_add(text, part, size);
        done += size;
    }
    atomic_store(&feed->taken, taken + (sound ? sizeof length + length : there));
    return sound;
}
