import { visitorMessages, type VisitorMessages } from '#contract/rules/visitor-messages.ts'
import { languageOfRequest, type Asking } from './language.ts'

/** What the server says, in the language of whoever asks; English where it is none of ours. */
export const messagesFor = (asking: Asking): VisitorMessages =>
  visitorMessages[languageOfRequest(asking) ?? 'en']

const fieldMessages = ['orderIdMissing', 'emailMissing', 'emailInvalid'] as const

/** A message of the contract's fields, which stands there in English, in the language of whoever asks. */
export function inWordsOf(message: string, asking: Asking): string {
  const name = fieldMessages.find((it) => visitorMessages.en[it] === message)
  return name ? messagesFor(asking)[name] : message
}
