import type { Message } from '#contract/messages.ts'

type Sender = Pick<Message, 'from_customer' | 'authentic' | 'suspected'>

/** Why the sender of a mail may not be who it says; sentences, none where nothing speaks against it. */
export const senderDoubts = ({ from_customer, authentic, suspected }: Sender): string[] => [
  ...(from_customer ? [] : ['The sender is not the customer’s address.']),
  ...(authentic === 'fail'
    ? ['The sender is not verified: the mail failed the checks of its domain (SPF, DKIM).']
    : []),
  ...(authentic === 'unknown'
    ? ['The sender is not verified: the mail came without a result of these checks (SPF, DKIM).']
    : []),
  ...(suspected === 'spam' ? ['The mail was taken for spam.'] : []),
]
