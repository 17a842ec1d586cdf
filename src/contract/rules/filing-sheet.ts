import type { GoodsAnswer } from './goods.ts'
import { answersLike, writeValue, type Writing } from './official-form-values.ts'
import { cutField } from './field-lengths.ts'
import { isLatinName, latinJoined, passportSpelling } from './latin-words.ts'
import {
  familyForm,
  goodsForm,
  goodsQuestions,
  officialForm,
  type FormField,
  type FormSection,
} from './official-form.ts'
import type { TelephoneReading } from './telephone-reading.ts'
import { declarationOf, textOfField, travellersOf, type OrderOfTravellers } from './travellers.ts'

/** Input of the official page: typed, chosen from a list, or a date. */
export const fieldKinds = ['text', 'list', 'date'] as const
type FieldKind = (typeof fieldKinds)[number]

export interface SheetField {
  /** Unique within the order. */
  id: string
  label: string
  /** All labels that the official page may use, `label` first, and the field's own name. */
  labels: readonly string[]
  kind: FieldKind
  /** Text that is copied. */
  value: string
  /** Names of the value in lists of the official page, the value itself first. */
  answers: readonly string[]
  /** Hint after the value, not copied. */
  hint: string
}

interface SheetSection {
  title: string
  fields: readonly SheetField[]
}

export interface SheetTraveller {
  name: string
  relationship: string
  sections: readonly SheetSection[]
}

type Values = Record<string, unknown>

interface FiledOrder extends OrderOfTravellers {
  /** By their fields. */
  telephones: Readonly<Record<string, TelephoneReading>>
  importingGoods: readonly (Values & { details: readonly Values[] })[]
}

/** Hints for writings that need care. */
const saidWritings: ReadonlySet<Writing> = new Set([
  'capitals, no blanks',
  'no full stops',
  'digits only',
  'yes or no',
])

/** The spelling in the passport's machine-readable lines, where its letters differ. */
function passportHint({ writing }: FormField, given: string): string {
  const spelling = passportSpelling(given)
  return writing === 'name' && isLatinName(given) && latinJoined(spelling) !== latinJoined(given)
    ? `${spelling} in the passport’s lines`
    : ''
}

const hintOf = (field: FormField, given: string): string =>
  [
    field.isList ? 'list' : '',
    saidWritings.has(field.writing) ? field.writing : '',
    passportHint(field, given),
  ]
    .filter((part) => part !== '')
    .join(', ')

const kindOf = ({ writing, isList }: FormField): FieldKind => {
  if (writing === 'day/month/year') return 'date'
  return isList ? 'list' : 'text'
}

/** The telephones as read; the form of a departure has no field for the country code. */
function telephonesAsRead({ telephones }: FiledOrder): Values {
  const { arrival_phone_number: arrival, departure_phone_number_1: departure } = telephones
  return {
    ...(arrival && { arrival_phone_number: arrival.national }),
    ...(arrival?.countryCode && { arrival_phone_code: arrival.countryCode }),
    ...(departure && {
      departure_phone_number_1: departure.countryCode
        ? `+${departure.countryCode}${departure.national}`
        : departure.national,
    }),
  }
}

function fillSection({ title, fields }: FormSection, values: Values, prefix: string): SheetSection {
  const filled = fields.flatMap((field): SheetField[] => {
    const given = field.from
      .map((key) => cutField(key, textOfField(values, key)))
      .find((value) => value !== '' && value !== '-')
    const value = given === undefined ? '' : writeValue[field.writing](given)
    return value === ''
      ? []
      : [
          {
            id: `${prefix}${field.key}`,
            label: field.labels[0],
            labels: [...field.labels, field.key],
            kind: kindOf(field),
            value,
            answers: answersLike(value),
            hint: hintOf(field, given ?? ''),
          },
        ]
  })
  return { title, fields: filled }
}

const isAnswer = (value: string): value is Exclude<GoodsAnswer, ''> => value === 'Yes' || value === 'No'

/** The answers to the customs questions, and each line of declared goods. */
function goodsSections({ importingGoods }: FiledOrder): SheetSection[] {
  return importingGoods.flatMap((declaration, at) => {
    const answers = goodsQuestions.flatMap(({ key, labels }): SheetField[] => {
      const answer = textOfField(declaration, key)
      if (!isAnswer(answer)) return []
      const value = answer.toUpperCase()
      return [
        {
          id: `goods${at}-${key}`,
          label: labels[0],
          labels: [...labels, key],
          kind: 'list',
          value,
          answers: answersLike(value),
          hint: 'yes or no',
        },
      ]
    })
    const lines = declaration.details.map((line, index) => ({
      ...fillSection(goodsForm, line, `goods${at}-${index}-`),
      title: `${goodsForm.title}, line ${index + 1}`,
    }))
    return [{ title: 'Customs questions', fields: answers }, ...lines]
  })
}

const isFilled = ({ fields }: SheetSection) => fields.length > 0

/** The sheets of an order by traveller, in the order of the official form, without empty fields. */
export function filingSheet(order: FiledOrder): SheetTraveller[] {
  const sectionsOf = (index: number): SheetSection[] =>
    index === 0
      ? [
          ...officialForm[declarationOf(order)].map((section) =>
            fillSection(section, { ...order, ...telephonesAsRead(order) }, ''),
          ),
          ...goodsSections(order),
        ]
      : [fillSection(familyForm, order.familyMember[index - 1] ?? {}, `family${index - 1}-`)]
  return travellersOf(order).map(({ travellerIndex, name, relationship }) => ({
    name,
    relationship,
    sections: sectionsOf(travellerIndex).filter(isFilled),
  }))
}
