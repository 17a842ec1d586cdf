import type { MailStateName } from '#contract/messages.ts'
import type { IconName } from '#web/ui/Icon.tsx'

interface MailStateAppearance {
  label: string
  icon: IconName
  tone: 'quiet' | 'doubt' | 'bad'
}

/** How far a mail has come, in words; each state differs in its mark, and in its colour where somebody has to look. */
export const mailStateAppearances: Record<MailStateName, MailStateAppearance> = {
  queued: { label: 'Queued', icon: 'clock', tone: 'quiet' },
  sending: { label: 'Queued', icon: 'clock', tone: 'quiet' },
  sent: { label: 'Sent', icon: 'send', tone: 'quiet' },
  delivered: { label: 'Delivered', icon: 'tick', tone: 'quiet' },
  bounced: { label: 'Bounced', icon: 'undo', tone: 'bad' },
  failed: { label: 'Not sent', icon: 'alert', tone: 'bad' },
  unknown: { label: 'Unknown', icon: 'help', tone: 'doubt' },
  cancelled: { label: 'Cancelled', icon: 'block', tone: 'quiet' },
}

/** It did not arrive, or nobody can tell. */
export const isProblemState = (state: MailStateName): boolean => mailStateAppearances[state].tone !== 'quiet'

/** Its state will be another one in a moment. */
export const isPending = (state: MailStateName): boolean => state === 'queued' || state === 'sending'
