import type { MailProblemState } from '#contract/rules/list-filters.ts'
import { mailStateLabels, type MailStateName } from '#contract/rules/mail-states.ts'
import type { IconName } from '#web/ui/Icon.tsx'

interface MailStateAppearance {
  icon: IconName
  label: string
  tone: 'quiet' | 'doubt' | 'bad'
}

/** Only states that need attention are coloured. */
export const mailStateAppearances: Record<MailStateName | MailProblemState, MailStateAppearance> = {
  queued: { label: mailStateLabels.queued, icon: 'clock', tone: 'quiet' },
  sending: { label: mailStateLabels.sending, icon: 'clock', tone: 'quiet' },
  kept: { label: mailStateLabels.kept, icon: 'file', tone: 'quiet' },
  sent: { label: mailStateLabels.sent, icon: 'send', tone: 'quiet' },
  delivered: { label: mailStateLabels.delivered, icon: 'tick', tone: 'quiet' },
  bounced: { label: mailStateLabels.bounced, icon: 'undo', tone: 'bad' },
  failed: { label: mailStateLabels.failed, icon: 'alert', tone: 'bad' },
  unknown: { label: mailStateLabels.unknown, icon: 'help', tone: 'doubt' },
  waiting: { label: 'Waiting', icon: 'clock', tone: 'doubt' },
  cancelled: { label: mailStateLabels.cancelled, icon: 'block', tone: 'quiet' },
}

export const doubtedAppearance: MailStateAppearance = {
  label: 'May have bounced',
  icon: 'help',
  tone: 'doubt',
}

/** Undelivered, or delivery unknown. */
export const isProblemState = (state: MailStateName): boolean => mailStateAppearances[state].tone !== 'quiet'

export const isPending = (state: MailStateName): boolean => state === 'queued' || state === 'sending'
