/* lua5.4-deb-multiarch.h: Debian's luaconf.h includes a file of this name, which its build makes, and so do all files
 * of Lua by way of it. This is where ours says what would otherwise differ from run to run. */
#include <time.h>

#define DEB_HOST_MULTIARCH "none" /* where Lua looks for modules: it has none to load */

#define luai_makeseed(L) 0x5EEDu     /* of string hashes; by default the time and an address */
#define time(where) ((time_t)0x5EED) /* math.randomseed() */
#define lua_writestring(text, size) ((void)(text), (void)(size)) /* print */
#define lua_writeline() ((void)0)
