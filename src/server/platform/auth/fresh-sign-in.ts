import { freshSignInMinutes, reauthRequired } from '#contract/session.ts'
import { refuse } from '../refusal.ts'
import type { Actor, MemberActor } from '../work.ts'

/** Whether the sign-in, or its last confirmation, is recent enough for sensitive changes (product §5). */
export const hasFreshSignIn = (
  { authenticatedAt }: Pick<MemberActor, 'authenticatedAt'>,
  now: Date,
): boolean => now.getTime() - authenticatedAt.getTime() <= freshSignInMinutes * 60_000

/** 403 `REAUTH_REQUIRED` for a member whose sign-in is too old. */
export function requireFreshSignIn(actor: Actor, now: Date): void {
  if (actor.kind === 'member' && !hasFreshSignIn(actor, now))
    refuse('forbidden', 'Please confirm that it is you.', { code: reauthRequired, event: null })
}
