import * as z from 'zod/mini'

// Must run before any schema is created: zod would otherwise try `new Function`, which the content security policy forbids.
z.config({ jitless: true })
