import type { AccessRule } from '#contract/endpoint.ts'
import type { ActorOf, Presumed } from '../auth/identify.ts'
import type { Db } from '../db/database.ts'

/** Runs the work of a call once its caller and its input are checked, or beside that, on the same connection. */
export type Guarded = <T>(db: Db, work: () => Promise<T>) => Promise<T>

/** The presumed caller's session has ended, or they have changed. */
export class NotPresumed extends Error {}

export type Caller<A extends AccessRule> = { actor: ActorOf<A> } | Presumed<A>

export const guardedBy =
  <A extends AccessRule>(caller: Caller<A>, check: (db: Db) => Promise<void>): Guarded =>
  async (db, work) => {
    if (!('confirm' in caller)) return check(db).then(work)
    const [confirmed, checked, done] = await Promise.allSettled([caller.confirm(db), check(db), work()])
    if (confirmed.status === 'rejected' || !confirmed.value) throw new NotPresumed()
    if (checked.status === 'rejected') throw checked.reason
    if (done.status === 'rejected') throw done.reason
    return done.value
  }
