import { matchLanguage } from '../languages.ts'
import { isOneLetterApart } from '../name-words.ts'
import { telephoneDigits } from '../telephone.ts'
import { translatedLanguages } from '../translated-language-names.ts'
import { foundAbout, type Check, type Found } from './check.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'
import { telephoneCountries } from './countries.ts'
import {
  commonMailDomains,
  domainsOfTheirOwn,
  mistypedEndings,
  throwAwayDomains,
  throwAwayName,
  worldwideMailNames,
} from './tables/mail-domains.ts'
import { anyTelephoneLength, telephoneLengths } from './tables/telephone-lengths.ts'
import { countries } from '../countries.ts'

function emailsDiffer(order: CheckedOrder): Found | null {
  const [email, confirmed] = [order.text('arrival_email'), order.text('arrival_confirm_email')]
  if (email === '' || confirmed === '' || email.toLowerCase() === confirmed.toLowerCase()) return null
  return {
    fields: ['arrival_email', 'arrival_confirm_email'],
    message: `${email}, confirmed as ${confirmed}. Mails go to ${order.email}.`,
  }
}

/** The order's and the traveller's, each once. */
function emailsOf(order: CheckedOrder): GivenField[] {
  const traveller = order.field('email')
  const own = { key: 'email', value: order.email.trim() }
  const isSame = traveller.value.toLowerCase() === own.value.toLowerCase()
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

/** The number as it may be meant: with or without the country's code and the leading 0. */
function readings(digits: string, code: string): string[] {
  const forms = [digits, digits.replace(/^00/, '')].flatMap((text) => [
    text,
    ...(code !== '' && text.startsWith(code) ? [text.slice(code.length)] : []),
  ])
  return forms.flatMap((text) => [text, text.replace(/^0/, '')])
}

const isMadeUp = (digits: string): boolean =>
  /^(\d)\1+$/.test(digits) ||
  (digits.length >= 6 && '01234567890'.includes(digits)) ||
  /^9876543210?$/.test(digits)

function impossibleTelephone(order: CheckedOrder): Found | null {
  const { key, value } = order.field('telephone')
  if (value === '') return null
  const digits = telephoneDigits(value)
  const [code] = telephoneCountries(order)
  const dialling = countries.find(({ iso2 }) => iso2 === code)?.phone ?? ''
  const [least, most] = telephoneLengths[code ?? ''] ?? anyTelephoneLength
  const national = readings(digits, dialling)
  const fits = national.some((it) => it.length >= least && it.length <= most)
  if (fits && !national.some(isMadeUp) && !/\p{L}{3}/u.test(value)) return null
  const length = least === most ? String(least) : `${least} to ${most}`
  return {
    fields: [key],
    message: fits
      ? `${value} is not a number that anybody has.`
      : `${value} has ${digits.length} digits${dialling && `; numbers of +${dialling} have ${length}`}.`,
  }
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
  { code: 'email-throw-away', severity: 'warn', title: 'E-mail is a throw-away one', find: throwAwayEmail },
  {
    code: 'telephone-impossible',
    severity: 'warn',
    title: 'Telephone number is impossible',
    find: impossibleTelephone,
  },
  { code: 'language-unknown', severity: 'warn', title: 'Language is none of ours', find: otherLanguage },
]
