import type { MailProblemState } from '#contract/rules/list-filters.ts'
import type { MailStateName } from '#contract/rules/mail-states.ts'
import type { IconName } from '#web/ui/Icon.tsx'

interface MailStateAppearance {
  label: string
  icon: IconName
  tone: 'quiet' | 'doubt' | 'bad'
}

/** Only states that need attention are coloured. */
export const mailStateAppearances: Record<MailStateName | MailProblemState, MailStateAppearance> = {
  queued: { label: 'Queued', icon: 'clock', tone: 'quiet' },
  sending: { label: 'Queued', icon: 'clock', tone: 'quiet' },
  sent: { label: 'Sent', icon: 'send', tone: 'quiet' },
  delivered: { label: 'Delivered', icon: 'tick', tone: 'quiet' },
  bounced: { label: 'Bounced', icon: 'undo', tone: 'bad' },
  failed: { label: 'Not sent', icon: 'alert', tone: 'bad' },
  unknown: { label: 'Unknown', icon: 'help', tone: 'doubt' },
  waiting: { label: 'Waiting', icon: 'clock', tone: 'doubt' },
  cancelled: { label: 'Cancelled', icon: 'block', tone: 'quiet' },
}

export const doubtedAppearance: MailStateAppearance = {
  label: 'May have bounced',
  icon: 'help',
  tone: 'doubt',
}

/** Undelivered, or delivery unknown. */
export const isProblemState = (state: MailStateName): boolean => mailStateAppearances[state].tone !== 'quiet'

export const isPending = (state: MailStateName): boolean => state === 'queued' || state === 'sending'
