import { countryNameOfCode, phoneCode } from '#contract/rules/countries.ts'
import { isLatin } from '#contract/rules/latin-words.ts'
import { normalizeText } from '#contract/rules/search-text.ts'
import type { Nation, NameSpelling } from './nations.ts'
import type { Chance } from './random.ts'

type Sex = 'Female' | 'Male'

export interface Person {
  nation: Nation
  sex: Sex
  surname: NameSpelling
  /** In the country's script, as most people type it. */
  name: string
  latinName: string
  /** In capitals without accents, as in passports. */
  passportName: string
  email: string
  passport: string
  passportExpiry: string
  dob: string
  birthplace: string
}

const fullName = ({ familyFirst, code }: Nation, surname: string, givenName: string) => {
  if (!familyFirst) return `${givenName} ${surname}`
  return isLatin(surname) || code === 'JPN' ? `${surname} ${givenName}` : `${surname}${givenName}`
}

const emailLocalPart = (text: string) =>
  normalizeText(text)
    .replaceAll(/[^a-z]+/g, '.')
    .replace(/^\.|\.$/g, '')

const randomDate = (chance: Chance, today: string, minYears: number, maxYears: number) => {
  const year = Number(today.slice(0, 4)) + chance.integer(minYears, maxYears)
  const randomPart = (max: number) => String(chance.integer(1, max)).padStart(2, '0')
  return `${year}-${randomPart(12)}-${randomPart(28)}`
}

export interface PersonOptions {
  nation: Nation
  /** `YYYY-MM-DD`. */
  today: string
  /** Minimum and maximum of years. */
  age: readonly [number, number]
  sex?: Sex
  surname?: NameSpelling
}

/** A fictitious customer; e-mail domains are reserved by RFC 2606. */
export function createPerson(chance: Chance, { nation, today, age, ...options }: PersonOptions): Person {
  const sex = options.sex ?? (chance.percent(52) ? 'Female' : 'Male')
  const surname = options.surname ?? chance.pick(nation.surnames)
  const givenName = chance.pick(sex === 'Female' ? nation.women : nation.men)
  const ending = sex === 'Female' ? nation.feminine : { native: '', latin: '' }
  const latin = fullName(nation, `${surname.latin}${ending.latin}`, givenName.latin)
  const own = fullName(nation, `${surname.native}${ending.native}`, givenName.native)
  const isMixed = isLatin(givenName.native) !== isLatin(surname.native)
  const typesLatin = isMixed || (!isLatin(own) && chance.percent(25))
  return {
    nation,
    sex,
    surname,
    name: typesLatin ? latin : own,
    latinName: latin,
    passportName: normalizeText(latin).toUpperCase(),
    email: `${emailLocalPart(givenName.latin)}.${emailLocalPart(surname.latin)}${chance.integer(1, 99)}@example.${chance.pick(['com', 'net', 'org'])}`,
    passport: chance.fillPattern(nation.passport),
    passportExpiry: randomDate(chance, today, 2, 9),
    dob: randomDate(chance, today, -age[1], -age[0]),
    birthplace: chance.pick(nation.birthplaces).native,
  }
}

/** A country as sites spell it: code, or name in capitals or title case. */
export function randomCountrySpelling(chance: Chance, code: string): string {
  const name = countryNameOfCode(code)
  const titleCase = name.toLowerCase().replaceAll(/(^|[\s-])\p{L}/gu, (letter) => letter.toUpperCase())
  return chance.pick([code, code, name, titleCase])
}

/** A dialling code as digits or as a country name (product §5). */
export const randomPhoneCodeForm = (chance: Chance, { code }: Nation): string => {
  const name = countryNameOfCode(code)
  return chance.percent(75) ? (phoneCode(name) ?? name) : name
}

export interface Relative {
  family_member_name: string
  family_passport_number: string
  family_nationality: string
  family_other_nationalities: string
  family_relationship: string
}

/** A partner, children with the traveller's family name, or a parent. */
export function createFamily(chance: Chance, traveller: Person, today: string): Relative[] {
  const size = chance.percent(55) ? 0 : chance.pick([1, 1, 2, 2, 3, 4])
  const roles = chance.percent(80)
    ? (['partner', 'child', 'child', 'child'] as const)
    : (['parent', 'parent', 'child', 'child'] as const)
  return roles.slice(0, size).map((role) => {
    const sex: Sex =
      role === 'partner'
        ? traveller.sex === 'Female'
          ? 'Male'
          : 'Female'
        : chance.pick(['Female', 'Male'] as const)
    const relative = createPerson(chance, {
      nation: traveller.nation,
      today,
      age: role === 'child' ? [1, 16] : role === 'parent' ? [60, 80] : [25, 60],
      sex,
      ...(role === 'child' && { surname: traveller.surname }),
    })
    return {
      family_member_name: relative.latinName,
      family_passport_number: relative.passport,
      family_nationality: randomCountrySpelling(chance, traveller.nation.code),
      family_other_nationalities: chance.percent(8) ? chance.pick(['AUS', 'USA', 'GBR', 'Singapore']) : '',
      family_relationship: relationships[role][sex],
    }
  })
}

const relationships = {
  partner: { Female: 'Wife', Male: 'Husband' },
  child: { Female: 'Daughter', Male: 'Son' },
  parent: { Female: 'Mother', Male: 'Father' },
} as const
