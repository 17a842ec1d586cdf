import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { readPdfText } from '#server/platform/pdf/pdf-text.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import type { Work } from '#server/platform/work.ts'
import { selectOpenOrderIds } from './document-warnings.queries.ts'
import { orderIdsIn } from './found-numbers.ts'
import { latinWords } from './latin.ts'

/** What a file says. */
interface FileWords {
  name: string
  text: string
}

/** Words with a space between. */
const latin = (text: string): string => latinWords(text).join(' ')

interface Traveller {
  name: string
  passport: string
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function travellersOf(fullName: string, { fields, familyMember }: CustomerData): Traveller[] {
  const passport = textOf(fields['arrival_passport_number'] ?? fields['departure_passport_number'])
  return [
    { name: fullName, passport },
    ...familyMember.map((member) => ({
      name: textOf(member.family_member_name),
      passport: textOf(member.family_passport_number),
    })),
  ].map(({ name, passport: number }) => ({ name: latin(name), passport: latin(number).replaceAll(' ', '') }))
}

/** A shorter word is found within others by chance. */
const minLengthWithinText = 4

/** Whether a text names one of the travellers by passport number or by all words of a name, in any order. */
function namesTraveller(text: string, travellers: readonly Traveller[]): boolean {
  const words = new Set(text.split(' '))
  const joined = text.replaceAll(' ', '')
  const hasWord = (word: string) =>
    words.has(word) || (word.length >= minLengthWithinText && joined.includes(word))
  return travellers.some(
    ({ name, passport }) =>
      (passport.length >= minLengthWithinText && joined.includes(passport)) ||
      (name !== '' && name.split(' ').every(hasWord)),
  )
}

/** The text of a file; empty of one without any, such as a scan. */
export const readText = async (bytes: Buffer, contentType: string): Promise<string> =>
  (contentType === 'application/pdf' && (await readPdfText(bytes))) || ''

/**
 * Why a file may not be the document of this order (product §12), as sentences: its name or text has the id of another
 * open order, or its text names neither this order nor a traveller of it. A file without text, such as a scan, is judged by its name only.
 */
export async function findDocumentWarnings(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  order: OrderRow,
  { name, text }: FileWords,
): Promise<string[]> {
  const { order_id: orderId } = order
  const others = await selectOpenOrderIds(
    tx,
    orderIdsIn(`${name} ${text}`).filter((id) => id !== orderId),
  )
  const sentences = others.map((id) => `The file contains the ID of order ${id}, which is still open.`)
  const readable = latin(text)
  if (readable === '' || orderIdsIn(text).includes(orderId)) return sentences
  const travellers = travellersOf(order.full_name, openCustomerData({ seal }, order))
  const isComparable = travellers.some((it) => it.name !== '' || it.passport !== '')
  return isComparable && !namesTraveller(readable, travellers)
    ? [...sentences, 'The file does not name any traveller on this order.']
    : sentences
}
