/* lua5.4-deb-multiarch.h: Debian's luaconf.h, and so every file of Lua, includes a file of this name, which Debian's
 * build creates. Ours fixes everything that would otherwise differ from run to run. */
#include <time.h>

#define DEB_HOST_MULTIARCH "none" /* where Lua looks for modules; there are none */

#define luai_makeseed(L) 0x5EEDu     /* seed of string hashes; by default the time and an address */
#define time(where) ((time_t)0x5EED) /* math.randomseed() */
#define lua_writestring(text, size) ((void)(text), (void)(size)) /* print */
#define lua_writeline() ((void)0)
