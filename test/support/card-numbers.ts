/** How numbers of each issuer begin, one range each, and how many digits they have. */
const ranges = [
  ['4', 16],
  ['4', 19],
  ['40', 13],
  ['51', 16],
  ['55', 16],
  ['2221', 16],
  ['2720', 16],
  ['34', 15],
  ['37', 15],
  ['6011', 16],
  ['644', 16],
  ['65', 19],
  ['300', 14],
  ['36', 14],
  ['38', 14],
  ['3528', 16],
  ['3589', 16],
  ['6200', 16],
  ['6225', 19],
  ['5018', 16],
  ['6759', 13],
  ['6763', 18],
  ['2200', 16],
] as const satisfies readonly (readonly [string, number])[]

const luhnDigit = (body: string): string => {
  const sum = [...body].toReversed().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}

/** A source of numbers from 0 up to, but not including, 1. */
type Random = () => number

const digits = (count: number, random: Random) =>
  Array.from({ length: count }, () => Math.floor(random() * 10)).join('')

/** A valid card number of the issuer at this index; the issuers come round again. */
export function cardNumber(index: number, random: Random): string {
  const [begins, length] = ranges[index % ranges.length] ?? ranges[0]
  const body = begins + digits(length - 1 - begins.length, random)
  return body + luhnDigit(body)
}

const inGroups = (number: string, size: number, gap: string) =>
  number.match(new RegExp(`.{1,${size}}`, 'g'))?.join(gap) ?? number
const inScript = (number: string, zero: number) =>
  number.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

/** How people write one: each makes of the plain number a text that shows the same digits. */
export const cardSpellings: readonly ((number: string) => string)[] = [
  (number) => number,
  (number) => inGroups(number, 4, ' '),
  (number) => inGroups(number, 4, '-'),
  (number) => inGroups(number, 4, '.'),
  (number) => inGroups(number, 4, '\u{A0}'),
  (number) => inGroups(number, 4, ' - '),
  (number) => inGroups(number, 5, ' '),
  (number) => inGroups(number, 6, '\u{2009}'),
  (number) => inGroups(number, 1, ' '),
  (number) => inGroups(number, 8, '\r\n'),
  (number) => inGroups(number, 4, '\u{200B}'),
  (number) => inScript(inGroups(number, 4, ' '), 0xff10),
  (number) => inScript(number, 0x0660),
  (number) => inScript(inGroups(number, 4, ' '), 0x0966),
]

/** A text to plain digits: separators gone, digits of every script as ASCII. */
export const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u0966-\u096F]/g, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

const pick = <T>(list: readonly T[], random: Random): T => {
  const chosen = list[Math.floor(random() * list.length)]
  if (chosen === undefined) throw new Error('The list is empty.')
  return chosen
}

const telephoneForms: readonly ((random: Random) => string)[] = [
  (random) => `+62 8${digits(2, random)}-${digits(4, random)}-${digits(4, random)}`,
  (random) => `+628${digits(10, random)}`,
  (random) => `628${digits(9, random)}`,
  (random) => `08${digits(2, random)} ${digits(4, random)} ${digits(4, random)}`,
  (random) => `08${digits(10, random)}`,
  (random) => `(0361) ${digits(3, random)} ${digits(3, random)}`,
  (random) => `+49 15${digits(1, random)} ${digits(8, random)}`,
  (random) => `4915${digits(9, random)}`,
  (random) => `+44 7${digits(3, random)} ${digits(6, random)}`,
  (random) => `+1 (${digits(3, random)}) ${digits(3, random)}-${digits(4, random)}`,
  (random) => `+86 13${digits(1, random)} ${digits(4, random)} ${digits(4, random)}`,
  (random) => `0061 4${digits(2, random)} ${digits(3, random)} ${digits(3, random)}`,
  (random) => `+39 3${digits(2, random)} ${digits(7, random)}`,
  (random) => `+33 6 ${digits(2, random)} ${digits(2, random)} ${digits(2, random)} ${digits(2, random)}`,
]

/** A telephone number as people of several countries write it. */
export const telephoneNumber = (random: Random): string => pick(telephoneForms, random)(random)

const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const passportForms: readonly ((random: Random) => string)[] = [
  (random) => pick([...letters], random) + digits(7, random),
  (random) => pick([...letters], random) + pick([...letters], random) + digits(7, random),
  (random) => digits(9, random),
  (random) => `${pick([...letters], random)} ${digits(7, random)}`,
  (random) => `C${digits(2, random)}${pick([...letters], random)}${digits(5, random)}`,
]

export const passportNumber = (random: Random): string => pick(passportForms, random)(random)

/** Fifteen digits with their check digit, also in the groups in which telephones show them. */
export function imeiNumber(random: Random): string {
  const body = pick(['35', '86', '01', '99'], random) + digits(12, random)
  const imei = body + luhnDigit(body)
  return random() < 0.5 ? imei : imei.replace(/^(\d{2})(\d{6})(\d{6})(\d)$/, '$1-$2-$3-$4')
}
