import { addDays, displayDate, isIsoDate } from '../dates.ts'
import { normalizeText } from '../search-text.ts'
import type { Check, Found } from './check.ts'
import type { CheckedOrder } from './checked-order.ts'

const maxAge = 110
const adultAge = 18

function birthAhead(order: CheckedOrder): Found | null {
  const { key, value } = order.field('birth')
  // A day more: where the customer is, it may be tomorrow already.
  if (!isIsoDate(value) || value <= addDays(order.orderedOn, 1)) return null
  return { fields: [key], message: `Born ${displayDate(value)}, which is still to come.` }
}

function birthTooLongAgo(order: CheckedOrder): Found | null {
  const { key, value } = order.field('birth')
  if (order.age === null || order.age <= maxAge) return null
  return {
    fields: [key],
    message: `Born ${displayDate(value)}: ${order.age} years old. Perhaps a misread year.`,
  }
}

/** A form's calendar begins at today. */
function birthIsToday(order: CheckedOrder): Found | null {
  const { key, value } = order.field('birth')
  const days = [-1, 0, 1].map((step) => addDays(order.orderedOn, step))
  if (!days.includes(value)) return null
  return {
    fields: [key],
    message: `Born ${displayDate(value)}, the day of the order: probably never filled in.`,
  }
}

type Relation = 'partner' | 'child' | 'parent' | 'grandparent' | 'grandchild' | 'adult' | 'other'

/** English and Indonesian words; the first that fits. */
const relationWords: readonly (readonly [Relation, RegExp])[] = [
  ['grandparent', /grand ?(father|mother|parent|ma|pa)|\b(kakek|nenek)\b/],
  ['grandchild', /grand ?(son|daughter|child)|\bcucu\b/],
  ['other', /in.law|step|god/],
  ['partner', /husband|wife|spouse|partner|\b(suami|istri)\b/],
  ['child', /\b(son|daughter|child|children|anak)\b/],
  ['parent', /father|mother|parent|\b(ayah|ibu|bapak)\b/],
  ['adult', /guardian|uncle|aunt|teacher|nanny|wali|\b(paman|bibi)\b/],
]

const relationOf = (text: string): Relation => {
  const words = normalizeText(text)
  return relationWords.find(([, pattern]) => pattern.test(words))?.[0] ?? 'other'
}

const adults: ReadonlySet<Relation> = new Set(['partner', 'parent', 'grandparent', 'adult'])

function minorAlone(order: CheckedOrder): Found | null {
  const { age, familyMember } = order
  if (age === null || age >= adultAge) return null
  const birth = order.field('birth')
  if (familyMember.some((member) => adults.has(relationOf(member.family_relationship)))) return null
  const listed = familyMember.map((member) => member.family_relationship).filter((it) => it.trim() !== '')
  const whom =
    listed.length > 0 ? `Only ${listed.join(', ')} in the family list.` : 'The family list is empty.'
  return { fields: ['familyMember', birth.key], message: `${age} years old on the day of travel. ${whom}` }
}

/** The ages that a traveller may have with such a relative, the least and the most. */
const possibleAges: Readonly<Record<Relation, readonly [number, number]>> = {
  partner: [16, maxAge],
  child: [14, maxAge],
  grandchild: [30, maxAge],
  parent: [0, 85],
  grandparent: [0, 65],
  adult: [0, maxAge],
  other: [0, maxAge],
}

function relationAgainstAge(order: CheckedOrder): Found | null {
  const { age } = order
  if (age === null) return null
  const wrong = order.familyMember.flatMap((member, index) => {
    const [least, most] = possibleAges[relationOf(member.family_relationship)]
    return age < least || age > most ? [{ member, key: `familyMember.${index}.family_relationship` }] : []
  })
  if (wrong.length === 0) return null
  const { key, value } = order.field('birth')
  const relatives = wrong.map(
    ({ member }) => `${member.family_relationship.trim()} ${member.family_member_name.trim()}`,
  )
  return {
    fields: [...wrong.map((it) => it.key), key],
    message: `The traveller is ${age} (born ${displayDate(value)}), with ${relatives.join(', ')}.`,
  }
}

export const birthChecks: readonly Check[] = [
  { code: 'birth-ahead', severity: 'stop', title: 'Date of birth is in the future', find: birthAhead },
  {
    code: 'birth-long-ago',
    severity: 'stop',
    title: 'Traveller is over 110 years old',
    find: birthTooLongAgo,
  },
  {
    code: 'birth-today',
    severity: 'stop',
    title: 'Date of birth is the day of the order',
    find: birthIsToday,
  },
  { code: 'minor-alone', severity: 'warn', title: 'Minor without an adult', find: minorAlone },
  {
    code: 'relation-age',
    severity: 'warn',
    title: 'Relation does not fit the age',
    find: relationAgainstAge,
  },
]
