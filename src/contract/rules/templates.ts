import { matchLanguage, type LanguageCode } from './languages.ts'
import { localizedDate, localizedJakartaTime, localizedMoney } from './localized-formats.ts'
import { isPlaceholder, placeholderPattern, type PlaceholderName } from './placeholders.ts'

/** What a template is for: a comment on an order, which members read, an answer to its customer, or a question to them. */
export const templatePurposes = ['remark', 'answer', 'question'] as const
export type TemplatePurpose = (typeof templatePurposes)[number]

interface PurposeRules {
  /** A text in each language; else one text, in the members' own. */
  hasLanguages: boolean
  hasFlags: boolean
  /** It can stage a move. */
  canMove: boolean
}

/** What a template has beside its name and its English text, by what it is for. */
export const purposeRules: Record<TemplatePurpose, PurposeRules> = {
  remark: { hasLanguages: false, hasFlags: true, canMove: true },
  answer: { hasLanguages: true, hasFlags: false, canMove: true },
  // Asking moves the order by itself.
  question: { hasLanguages: true, hasFlags: false, canMove: false },
}

/** The English one is there always; a comment has no other. */
export type TemplateTexts = Partial<Record<LanguageCode, string>> & { en: string }

/** What placeholders read of an order: its details, or a sample. */
export type PlaceholderOrder = Readonly<Record<string, unknown>>

interface Placeholder {
  label: string
  /** For the language; '' where the order does not have it. */
  valueOf: (order: PlaceholderOrder, language: LanguageCode) => string
}

/** The first of these fields that says something. */
function given(order: PlaceholderOrder, ...keys: string[]): string {
  const texts = keys.map((key) => order[key]).filter((value) => typeof value === 'string')
  return texts.map((text) => text.trim()).find((text) => text !== '' && text !== '-') ?? ''
}

const dateOf = (order: PlaceholderOrder, language: LanguageCode, ...keys: string[]) => {
  const date = given(order, ...keys)
  return date && localizedDate(language, date)
}

/** What stands in a template as `{name}`, by that name (product §12). */
export const placeholders = {
  name: { label: 'Full name', valueOf: (order) => given(order, 'arrival_full_name', 'departure_full_name') },
  order_id: { label: 'Order ID', valueOf: (order) => String(order['order_id'] ?? '') },
  email: { label: 'E-mail', valueOf: (order) => given(order, 'email') },
  arrival_date: {
    label: 'Arrival date',
    valueOf: (order, language) => dateOf(order, language, 'arrival_doa'),
  },
  departure_date: {
    label: 'Departure date',
    valueOf: (order, language) => dateOf(order, language, 'departure_departure_date', 'arrival_dod'),
  },
  flight: {
    label: 'Flight or vehicle',
    valueOf: (order) =>
      given(
        order,
        'arrival_flight_number',
        'arrival_flight_or_vehicle_number',
        'departure_flight_vehicle_number',
      ),
  },
  arrival_place: {
    label: 'Place of arrival',
    valueOf: (order) => given(order, 'arrival_place_of_arrival', 'arrival_place'),
  },
  due: {
    label: 'Promised until',
    valueOf: (order, language) => {
      const due = given(order, 'due_at')
      return due && localizedJakartaTime(language, new Date(due))
    },
  },
  amount: {
    label: 'Amount',
    valueOf: (order, language) => {
      const amount = given(order, 'amount')
      return amount && localizedMoney(language, amount, given(order, 'currency') || null)
    },
  },
  site: { label: 'Site', valueOf: (order) => given(order, 'landing_domain') },
} as const satisfies Record<PlaceholderName, Placeholder>

/** The text for an order; a placeholder without a value stays, as a gap. */
export const fillTemplate = (text: string, order: PlaceholderOrder, language: LanguageCode): string =>
  text.replaceAll(placeholderPattern, (gap, name: string) =>
    isPlaceholder(name) ? placeholders[name].valueOf(order, language) || gap : gap,
  )

interface LocalizedText {
  language: LanguageCode
  text: string
}

/** The text in the customer's language, else in English, and which of them it is. */
export function textFor(texts: TemplateTexts, orderLanguage: string | null): LocalizedText {
  const language = matchLanguage(orderLanguage) ?? 'en'
  const text = texts[language]
  return text === undefined ? { language: 'en', text: texts.en } : { language, text }
}
