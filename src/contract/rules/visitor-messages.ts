import type { LanguageCode } from './languages.ts'

/** What the server says to visitors. The English words of fields are the specification's (spec §5). */
export interface VisitorMessages {
  orderIdMissing: string
  emailMissing: string
  emailInvalid: string
  opened: string
  noMatch: string
  /** Whole minutes, at least one. */
  tooMany: (minutes: number) => string
  closed: string
  notAvailable: string
  downloadStarts: string
  linkSent: string
}

const english: VisitorMessages = {
  orderIdMissing: 'Please enter your orderId',
  emailMissing: 'Please enter your email',
  emailInvalid: 'Invalid email address',
  opened: 'Your order is open.',
  noMatch: 'No order matches this order ID and e-mail.',
  tooMany: (minutes) => `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  closed: 'Enter your order ID and e-mail to open this order.',
  notAvailable: 'This document is not available.',
  downloadStarts: 'Your download starts.',
  linkSent: 'If an order belongs to this address, the link is on its way.',
}

export const visitorMessages: Record<LanguageCode, VisitorMessages> = {
  en: english,
  id: english,
  'zh-Hans': english,
  ja: english,
  ko: english,
  hi: english,
  ar: english,
  ru: english,
  de: english,
  fr: english,
  es: english,
}
