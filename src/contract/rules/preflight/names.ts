import { isFiller, isLatin, plainCapitals } from '../latin-words.ts'
import { normalizeText } from '../search-text.ts'
import { foundAbout, type Check, type Found } from './check.ts'
import type { CheckedOrder, GivenField } from './checked-order.ts'

const passportNameKey = 'arrival_passport_name'

interface Name extends GivenField {
  isFamily: boolean
}

function namesOf(order: CheckedOrder): Name[] {
  const own = order.field('name')
  return [
    { ...own, isFamily: false },
    { key: passportNameKey, value: order.text(passportNameKey), isFamily: false },
    ...order.familyMember.map((member, index) => ({
      key: `familyMember.${index}.family_member_name`,
      value: member.family_member_name.trim(),
      isFamily: true,
    })),
  ].filter(({ value }) => value !== '')
}

/** The filler of these lines, and what scanners read for it. */
const machineReadable = /<|«|K{3,}/

const mrzInName = (order: CheckedOrder): Found | null =>
  foundAbout(
    namesOf(order).filter(({ value }) => machineReadable.test(value)),
    ({ value: name }) =>
      `“${name}” looks copied from the lines at the foot of a passport. Write the names alone.`,
  )

/** A Latin name in the passport's own field is what is filed. */
function otherLetters(order: CheckedOrder): Found | null {
  const passportName = order.text(passportNameKey)
  const isFiledInLatin = passportName !== '' && isLatin(passportName)
  return foundAbout(
    namesOf(order).filter(({ value, isFamily }) => !isLatin(value) && (isFamily || !isFiledInLatin)),
    ({ value: name }) => `${name}: the form takes Latin letters, as the passport has the name.`,
  )
}

/** Of a name in Latin letters: no digits and no signs that no name has. */
const strangeSign = /[\d@#$%^&*_=+{}[\]|\\/:;"!?~<>]/
const strangeCharacters = (order: CheckedOrder): Found | null =>
  foundAbout(
    namesOf(order).filter(({ value }) => strangeSign.test(value) && !machineReadable.test(value)),
    ({ value: name }) => `“${name}” has a character that no passport's name has.`,
  )

const titleBefore = /^(mrs?|ms|miss|mister|sir|madam|dr|prof)\.?\s+\p{L}/iu
const withTitle = (order: CheckedOrder): Found | null =>
  foundAbout(
    namesOf(order).filter(({ value }) => titleBefore.test(value)),
    ({ value: name }) => `${name}: a title is no part of the passport's name.`,
  )

const wordsOf = (name: string): string[] =>
  normalizeText(name)
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')

/** The words that are the name's own, where a system has filled in for a missing one. */
function withoutFilling(name: string): string | null {
  const words = name.split(/\s+/)
  const own = words.filter((word) => !isFiller(word.toLowerCase()))
  const [first = ''] = own
  const repeatsOne = own.length > 1 && own.every((word) => plainCapitals(word) === plainCapitals(first))
  if (repeatsOne) return first
  return own.length > 0 && own.length < words.length ? own.join(' ') : null
}

const withFilling = (order: CheckedOrder): Found | null =>
  foundAbout(
    namesOf(order).flatMap((name) => {
      const own = withoutFilling(name.value)
      return own === null ? [] : [{ ...name, own }]
    }),
    ({ value, own }) =>
      `“${value}” is how systems write a name of too few words. The passport probably has ${own} alone.`,
  )

/** Countries where a child or wife has the father's or husband's given name as last name. */
const patronymicCountries = new Set(
  'AE BD BH BN DJ DZ EG ER ET ID IN IQ IS JO KW LB LK LY MA MM MN MV MY NP OM PK QA SA SD SG SO SY TN YE'.split(
    ' ',
  ),
)
const minLetters = 3

/** The family's last name stands first in the traveller's name, and the traveller's given name last. */
function turnedRound(order: CheckedOrder): Found | null {
  const { key, value } = order.field('name')
  const own = wordsOf(value)
  const [first = ''] = own
  if (own.length < 2 || first.length < minLetters || patronymicCountries.has(order.nationality ?? ''))
    return null
  const family = order.familyMember.map(({ family_member_name: name }) => ({ name, words: wordsOf(name) }))
  // If one name has the family name first, as in China, all have.
  const member = family.find(({ words }) => words.length > 1 && words.at(-1) === first && words[0] !== first)
  if (!member || own.at(-1) === first || family.some(({ words }) => words.at(-1) === own.at(-1))) return null
  return {
    fields: [key],
    message: `${value} has the family name first, ${member.name.trim()} has it last. Perhaps ${[...value.split(/\s+/).slice(1), value.split(/\s+/)[0]].join(' ')}.`,
  }
}

/** Order of the words, accents, initials and left-out middle names do not matter. */
function otherPassportName(order: CheckedOrder): Found | null {
  const { key, value } = order.field('name')
  const passportName = order.text(passportNameKey)
  if (passportName === '' || value === '' || !isLatin(value) || !isLatin(passportName)) return null
  const [own, inPassport] = [wordsOf(value), wordsOf(passportName)]
  const joined = inPassport.join('')
  const shares = own.some((word) => word.length > 1 && (inPassport.includes(word) || joined.includes(word)))
  return shares
    ? null
    : {
        fields: [key, passportNameKey],
        message: `${value} has no word in common with the passport's ${passportName}.`,
      }
}

export const nameChecks: readonly Check[] = [
  {
    code: 'name-mrz',
    severity: 'stop',
    title: 'Name has characters of the machine-readable lines',
    find: mrzInName,
  },
  {
    code: 'name-letters',
    severity: 'warn',
    title: 'Name is in other letters than Latin',
    find: otherLetters,
  },
  { code: 'name-characters', severity: 'warn', title: 'Name has digits or signs', find: strangeCharacters },
  { code: 'name-title', severity: 'warn', title: 'Name begins with a title', find: withTitle },
  {
    code: 'name-filled',
    severity: 'warn',
    title: 'Name has a filling for a missing one',
    find: withFilling,
  },
  {
    code: 'name-turned-round',
    severity: 'warn',
    title: 'Given and family name are turned round',
    find: turnedRound,
  },
  { code: 'name-passport', severity: 'warn', title: 'Name is not the passport’s', find: otherPassportName },
]
