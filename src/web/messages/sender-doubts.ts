import type { Message } from '#contract/messages.ts'

type Sender = Pick<Message, 'from_customer' | 'authentic' | 'suspected'>

/** Why the sender of a mail may not be who it says; sentences, none where nothing speaks against it. */
export const senderDoubts = ({ from_customer, authentic, suspected }: Sender): string[] => [
  ...(from_customer ? [] : ['The sender’s address is not the customer’s.']),
  ...(authentic === 'fail'
    ? ['The sender is not verified: the mail failed its domain’s checks (SPF, DKIM).']
    : []),
  ...(authentic === 'unknown'
    ? ['The sender is not verified: the mail arrived without results of its domain’s checks (SPF, DKIM).']
    : []),
  ...(suspected === 'spam' ? ['The mail was classified as spam.'] : []),
]
