import type { MailStateName } from '#contract/rules/mail-states.ts'
import type { IconName } from '#web/ui/Icon.tsx'

interface MailStateAppearance {
  icon: IconName
  tone: 'quiet' | 'doubt' | 'bad'
}

/** Only states that need attention are coloured. */
export const mailStateAppearances: Record<MailStateName, MailStateAppearance> = {
  queued: { icon: 'clock', tone: 'quiet' },
  sending: { icon: 'clock', tone: 'quiet' },
  kept: { icon: 'file', tone: 'quiet' },
  sent: { icon: 'send', tone: 'quiet' },
  delivered: { icon: 'tick', tone: 'quiet' },
  bounced: { icon: 'undo', tone: 'bad' },
  failed: { icon: 'alert', tone: 'bad' },
  unknown: { icon: 'help', tone: 'doubt' },
  cancelled: { icon: 'block', tone: 'quiet' },
}

/** Undelivered, or delivery unknown. */
export const isProblemState = (state: MailStateName): boolean => mailStateAppearances[state].tone !== 'quiet'

export const isPending = (state: MailStateName): boolean => state === 'queued' || state === 'sending'
