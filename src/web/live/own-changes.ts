import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { Changes } from './changes.ts'

/** ms between an answer and the message of what it did. */
const noticedWithin = 3000

const orderCall = z.object({ body: z.object({ orderId: z.union([z.number(), z.array(z.number())]) }) })

/** The orders that this page has just changed itself, and fetched again since. */
export function watchOwnChanges(client: QueryClient) {
  const notedAt = new Map<number, number>()
  const stop = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const call = z.safeParse(orderCall, event.mutation.state.variables)
    if (!call.success) return
    for (const orderId of [call.data.body.orderId].flat()) notedAt.set(orderId, Date.now())
  })

  return {
    /** Whether nothing but those is named; each is once, so that what a colleague does next is noticed. */
    take({ moved, changed, isUnknown }: Changes): boolean {
      const ids = [...moved, ...changed]
      const areOwn =
        !isUnknown && ids.every((id) => Date.now() - (notedAt.get(id) ?? -Infinity) < noticedWithin)
      for (const id of ids) notedAt.delete(id)
      return areOwn
    },
    stop,
  }
}
