import type { AccessRule } from '#contract/endpoint.ts'
import { NotConfirmed, type ActorOf, type Presumed } from '../auth/identify.ts'
import type { Db } from '../db/database.ts'
import type { Call } from '../work.ts'

/** Runs the work of a call once its caller and its input are checked, or beside that, on the same connection. */
export type Guarded = <T>(db: Db, work: () => Promise<T>) => Promise<T>

export type Caller<A extends AccessRule> = { actor: ActorOf<A> } | Presumed<A>

interface Guard {
  /** Its locks come first: what is asked after them is as it was when they were given. */
  check: (db: Db) => Promise<void>
  /** Absent where the caller was looked up for this call, and nothing is locked for it. */
  confirm: Call['confirm'] | undefined
  /** The work is sent beside the checks, and counts only if they pass. */
  isPresumed: boolean
}

/** Who may not call at all is told that before anything else; what failed first made what came after it fail. */
const firstReason = (
  confirmed: PromiseSettledResult<void>,
  others: readonly PromiseSettledResult<unknown>[],
) =>
  [
    ...(confirmed.status === 'rejected' && confirmed.reason instanceof NotConfirmed ? [confirmed] : []),
    ...others,
    confirmed,
  ].find((outcome) => outcome.status === 'rejected')

export const guardedBy =
  ({ check, confirm, isPresumed }: Guard): Guarded =>
  async (db, work) => {
    const checking = check(db)
    const confirming = confirm?.(db)
    const working = isPresumed ? work() : undefined
    const [checked, confirmed, worked] = await Promise.allSettled([checking, confirming, working])
    const failed = firstReason(confirmed, [checked, worked])
    if (failed) throw failed.reason
    return working ?? work()
  }
