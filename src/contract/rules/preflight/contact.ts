import { emailKey } from '../email.ts'
import { matchLanguage } from '../languages.ts'
import { mailAddressFault } from '../mail-address.ts'
import { isOneLetterApart } from '../name-words.ts'
import type { TelephoneReading } from '../telephone-reading.ts'
import { translatedLanguages } from '../translated-language-names.ts'
import { foundAbout, type Check, type Found } from './check.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'
import {
  commonMailDomains,
  domainsOfTheirOwn,
  mistypedEndings,
  throwAwayDomains,
  throwAwayName,
  worldwideMailNames,
} from './tables/mail-domains.ts'

function emailsDiffer(order: CheckedOrder): Found | null {
  const [email, confirmed] = [order.text('arrival_email'), order.text('arrival_confirm_email')]
  if (email === '' || confirmed === '' || emailKey(email) === emailKey(confirmed)) return null
  return {
    fields: ['arrival_email', 'arrival_confirm_email'],
    message: `${email}, confirmed as ${confirmed}. Mails go to ${order.email}.`,
  }
}

/** The order's and the traveller's, each once. */
function emailsOf(order: CheckedOrder): GivenField[] {
  const traveller = order.field('email')
  const own = { key: 'email', value: order.email.trim() }
  const isSame = emailKey(traveller.value) === emailKey(own.value)
  return [own, ...(isSame ? [] : [traveller])].filter(({ value }) => value !== '')
}

const domainOf = (email: string): string => email.toLowerCase().split('@').at(-1) ?? ''

/** The well-known domain that was meant; null where it is one, or like none. */
function intendedDomain(domain: string): string | null {
  if (commonMailDomains.includes(domain) || domainsOfTheirOwn.includes(domain)) return null
  const [name = '', ...rest] = domain.split('.')
  const ending = rest.join('.')
  const known = [...worldwideMailNames, ...commonMailDomains.map((it) => it.split('.')[0] ?? '')]
  if (known.includes(name)) {
    const isSlip =
      mistypedEndings.includes(ending) || (ending.length !== 2 && isOneLetterApart(ending, 'com'))
    return isSlip ? `${name}.com` : null
  }
  const isCommonEnding = ending === 'com' || ending.startsWith('co.') || ending.startsWith('com.')
  return (
    commonMailDomains.find((it) => isOneLetterApart(domain, it)) ??
    (isCommonEnding && name.length >= 4
      ? (worldwideMailNames
          .filter((it) => it.length > 4 && isOneLetterApart(name, it))
          .map((it) => `${it}.${ending}`)[0] ?? null)
      : null)
  )
}

function mistypedDomain(order: CheckedOrder): Found | null {
  const wrong = emailsOf(order).flatMap(({ key, value }) => {
    const intended = intendedDomain(domainOf(value))
    return intended ? [{ key, value, intended }] : []
  })
  return foundAbout(wrong, ({ value, intended }) => `${value}: perhaps ${intended} was meant.`)
}

function undeliverableEmail(order: CheckedOrder): Found | null {
  const wrong = emailsOf(order).flatMap(({ key, value }) => {
    const fault = mailAddressFault(value)
    return fault === null ? [] : [{ key, value, fault }]
  })
  return foundAbout(wrong, ({ value, fault }) => `${value} ${fault}: no mail would arrive.`)
}

const isThrowAway = (domain: string) => throwAwayDomains.has(domain) || throwAwayName.test(domain)

function throwAwayEmail(order: CheckedOrder): Found | null {
  const wrong = emailsOf(order).filter(({ value }) => isThrowAway(domainOf(value)))
  const [first] = wrong
  if (!first) return null
  return {
    fields: wrong.map(({ key }) => key),
    message: `${first.value} is an address for some minutes: the document would be lost. Ask for another.`,
  }
}

/** A number without a code of its own is usual on departures. */
const doubtfulNumbers = {
  'no number': () => 'is no number.',
  'cut by a spreadsheet': () => 'was cut by a spreadsheet: its last digits are lost.',
  impossible: ({ countryCode, national }) => `is no number of +${countryCode}: ${national.length} digits.`,
  'made up': () => 'is not a number that anybody has.',
  'no country code': null,
} satisfies Record<NonNullable<TelephoneReading['doubt']>, ((read: TelephoneReading) => string) | null>

function impossibleTelephone(order: CheckedOrder): Found | null {
  const { key, value } = order.field('telephone')
  const { telephone } = order
  const say = telephone?.doubt && doubtfulNumbers[telephone.doubt]
  return value !== '' && say ? { fields: [key], message: `${value} ${say(telephone)}` } : null
}

/** Names that people use beside the one of the tables. */
const otherLanguageNames = ['bengali', 'farsi', 'sinhalese', 'cambodian', 'myanmar', 'castilian', 'flemish']

/** Codes, own and English names of the languages into which the customer's pages can be translated. */
const translatedNames = new Set([
  ...Object.entries(translatedLanguages).flatMap(([code, name]) => [
    code,
    name.toLowerCase(),
    englishName(code),
  ]),
  ...otherLanguageNames,
])

function englishName(code: string): string {
  return (new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code).toLowerCase()
}

function otherLanguage({ language }: CheckedOrder): Found | null {
  const given = language.trim().toLowerCase()
  if (
    given === '' ||
    matchLanguage(given) ||
    translatedNames.has(given) ||
    translatedNames.has(given.split(/[-_]/)[0] ?? '')
  )
    return null
  return { fields: ['language'], message: `${language}: mails go in English.` }
}

export const contactChecks: readonly Check[] = [
  { code: 'emails-differ', severity: 'warn', title: 'E-mail and its repetition differ', find: emailsDiffer },
  {
    code: 'email-mistyped',
    severity: 'stop',
    title: 'E-mail has a slip in a well-known domain',
    find: mistypedDomain,
  },
  {
    code: 'email-undeliverable',
    severity: 'stop',
    title: 'E-mail is one that no mail service takes',
    find: undeliverableEmail,
  },
  { code: 'email-throw-away', severity: 'warn', title: 'E-mail is a throw-away one', find: throwAwayEmail },
  {
    code: 'telephone-impossible',
    severity: 'warn',
    title: 'Telephone number is impossible',
    find: impossibleTelephone,
  },
  { code: 'language-unknown', severity: 'warn', title: 'Language is none of ours', find: otherLanguage },
]
