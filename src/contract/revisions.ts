import * as z from 'zod/mini'

/** The revision of the order's details that the caller saw; changes since then are merged (product §5). */
export const seenRevision = z.optional(
  z
    .int('Revision is not valid.')
    .check(z.positive('Revision is not valid.'), z.maximum(2_147_483_647, 'Revision is not valid.')),
)

const told = { by: z.string(), at: z.string() }

/** What others changed since that revision: `was` is null for a row that was added, `now` for one that was removed. */
const meanwhile = z.array(z.object({ field: z.string(), was: z.unknown(), now: z.unknown(), ...told }))
export type MeanwhileTold = z.infer<typeof meanwhile>[number]

/** The revision that the order has now, and what others changed since the one that the caller saw. */
export const mergedReply = { revision: z.number(), meanwhile }

/** `data` of the 409 for a change of what was changed since; null stands for no row. */
export const conflictData = z.object({
  revision: z.number(),
  conflicts: z.array(
    z.object({ field: z.string(), was: z.unknown(), theirs: z.unknown(), mine: z.unknown(), ...told }),
  ),
})
export type ConflictTold = z.infer<typeof conflictData>['conflicts'][number]
