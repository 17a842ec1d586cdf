import type { MailStateName } from '#contract/messages.ts'
import type { IconName } from '#web/ui/Icon.tsx'

interface MailStateLook {
  label: string
  mark: IconName
  tone: 'quiet' | 'doubt' | 'bad'
}

/** How far a mail has come, in words; each state differs in its mark, and in its colour where somebody has to look. */
export const mailStateLooks: Record<MailStateName, MailStateLook> = {
  queued: { label: 'Queued', mark: 'clock', tone: 'quiet' },
  sending: { label: 'Queued', mark: 'clock', tone: 'quiet' },
  sent: { label: 'Sent', mark: 'send', tone: 'quiet' },
  delivered: { label: 'Delivered', mark: 'tick', tone: 'quiet' },
  bounced: { label: 'Bounced', mark: 'undo', tone: 'bad' },
  failed: { label: 'Not sent', mark: 'alert', tone: 'bad' },
  unknown: { label: 'Unknown', mark: 'help', tone: 'doubt' },
  cancelled: { label: 'Cancelled', mark: 'block', tone: 'quiet' },
}

/** It did not arrive, or nobody can tell. */
export const isAmiss = (state: MailStateName): boolean => mailStateLooks[state].tone !== 'quiet'

/** Its state will be another one in a moment. */
export const isOnItsWay = (state: MailStateName): boolean => state === 'queued' || state === 'sending'
