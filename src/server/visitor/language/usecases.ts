import { visitorMessages, type VisitorMessages } from '#contract/rules/visitor-messages.ts'
import { languageOfRequest, type Asking } from './rules.ts'

/** What the server says, in the language of whoever asks; English where it is none of ours. */
export const messagesFor = (asking: Asking): VisitorMessages =>
  visitorMessages[languageOfRequest(asking) ?? 'en']
