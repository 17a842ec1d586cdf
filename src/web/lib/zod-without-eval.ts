import * as z from 'zod/mini'

// Before any schema is made: zod would else try `new Function`, which the page's policy forbids.
z.config({ jitless: true })
