import { expect, test } from 'vitest'
import { readDocument, uploadDocument } from '#contract/documents.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import { officialPdf, scannedPdf, type OfficialDocument } from '../../test/support/official-documents.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { useTestApp } from '../../test/support/use-test-app.ts'
import { personOf, printedDocument } from '../official-mails/official-mails.ts'

const orders = Number(process.env['RECIPIENT_ORDERS'] ?? 500)
const email = 'buyer@example.com'
const app = useTestApp()
const team = app.as('Team')

/** Documents by what they can be compared by. */
const kinds: Record<string, (document: OfficialDocument, passport: string) => Promise<Buffer>> = {
  text: (document) =>
    officialPdf({ ...document, qrText: `https://customs.example/${document.names?.[0]?.length}` }),
  'text without labels': ({ names = [], passport }) => officialPdf({ lines: [`${names[0]} ${passport}`] }),
  code: (_, passport) => scannedPdf({ qrText: `https://customs.example/e-cd?passport=${passport}` }),
  'known bytes': () => aPdf(),
}

test('no document on a wrong order leaves without a warning, and few on the right one wait', async () => {
  const found: string[] = []
  const ids: number[] = []
  for (let index = 0; index < orders; index++) {
    const person = personOf(index)
    ids.push(
      await createTestOrder(app, {
        email: `buyer${index}@example.com`,
        arrival_full_name: person.name,
        arrival_passport_name: person.name,
        arrival_passport_number: person.passport,
        arrival_dob: person.birthDate,
        arrival_doa: person.travelDate,
      }),
    )
  }
  const warningsOf = async (orderId: number, bytes: Buffer) => {
    const { http, body } = await team.call(readDocument, {
      body: { orderId },
      file: asFile(bytes, 'declaration.pdf'),
    })
    expect(http, body.message).toBe(200)
    return body.data.warnings
  }
  let wrong = 0
  let falseAlarms = 0
  for (const [index, right] of ids.entries()) {
    const other = ids[(index + 1) % ids.length] ?? right
    const person = personOf(index)
    for (const [kind, make] of Object.entries(kinds)) {
      const bytes = await make(printedDocument(person, index), person.passport)
      const onRight = await warningsOf(right, bytes)
      if (onRight.length > 0 && ++falseAlarms) found.push(`${kind} on the right order: ${onRight.join(' ')}`)
      if (kind === 'known bytes')
        await team.call(uploadDocument, { body: { orderId: right, email }, file: asFile(bytes, 'a.pdf') })
      if ((await warningsOf(other, bytes)).length === 0 && ++wrong)
        found.push(`${kind} on a wrong order: nothing`)
    }
  }
  const documents = ids.length * Object.keys(kinds).length
  console.log(
    `${documents} documents of ${ids.length} orders: ${wrong} wrong ones without a warning, ${falseAlarms} right ones with one`,
  )
  expect(found.filter((line) => line.includes('wrong order'))).toEqual([])
  expect(falseAlarms / documents, found.slice(0, 10).join('\n')).toBeLessThanOrEqual(0.005)
})
