import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { fieldsWithOtherNumbers } from '#contract/rules/card-number-fields.ts'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { parseInput } from '#server/platform/http/parse.ts'
import { toStorable } from '#server/platform/storable.ts'
import { schemaParts, type Schema } from '../support/schema-parts.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { inboundKey, plantCards } from '../support/plant-cards.ts'
import { createPlantedCards, readAtRest } from '../support/planted-cards.ts'

const sendDomain = 'mail.pabean.example'

const app = useTestApp({ worker: true, env: { INBOUND_KEY: inboundKey, SEND_DOMAIN: sendDomain } })

test('card numbers are not stored from any input (product §13)', async () => {
  const cards = createPlantedCards()
  await plantCards({ app, cards }, 300)
  expect(cards.total()).toBeGreaterThanOrEqual(300)
  expect(cards.foundIn(maskCards('4111 1111 1111 1111'))).toEqual([])
  const { places, values } = await readAtRest(app, cards)
  expect(values).toBeGreaterThan(1000)
  expect(Object.fromEntries(places)).toEqual({})
})

const card = '4111 1111 1111 1111'

function fieldNames(schema: Schema, seen = new Set<Schema>()): string[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  return schemaParts(schema).flatMap(([step, part]) => [
    ...(/^\.\w/.test(step) ? [step.slice(1)] : []),
    ...fieldNames(part, seen),
  ])
}

test('every field of every call is masked, is a telephone or IMEI field, or is listed with a reason', () => {
  const parts = app.endpoints.flatMap(({ params, query, body }) => [params, query, body])
  const names = new Set(parts.flatMap((schema) => (schema ? fieldNames(schema) : [])))
  expect(names.size).toBeGreaterThan(150)
  const kept = [...names].filter((name) => Object(toStorable({ [name]: card }))[name] === card)
  const telephones = kept.filter((name) => /phone|imei/.test(name))
  expect(telephones.toSorted()).toEqual([
    'arrival_imei_registration',
    'arrival_phone_code',
    'arrival_phone_number',
    'departure_owner_phone_number',
    'departure_phone_number_1',
    'departure_phone_number_2',
    'telephone',
  ])
  const listed = kept.filter((name) => !telephones.includes(name))
  expect(listed.toSorted()).toEqual(Object.keys(fieldsWithOtherNumbers).toSorted())
})

test('every call is parsed without card numbers', () => {
  const endpoint: Endpoint = {
    method: 'POST',
    path: '/x',
    summary: '',
    allow: 'anyone',
    body: z.looseObject({
      text: z.string(),
      lines: z.array(z.object({ number: z.union([z.string(), z.number()]) })),
    }),
  }
  const body = { text: card, lines: [{ number: 4111111111111111 }], further: { deep: [card] } }
  expect(parseInput(endpoint, { params: {}, query: {}, body }).body).toEqual({
    text: '****1111',
    lines: [{ number: '****1111' }],
    further: { deep: ['****1111'] },
  })
})

test('a sixteen-digit identity number with the date of birth stays', () => {
  const [dob, number] = ['1985-07-01', '5171014107850003']
  const identity = { departure_dob: dob, departure_identity_number: number }
  expect(toStorable(identity)).toEqual(identity)
})
