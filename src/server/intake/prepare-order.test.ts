import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { intakeOrder } from '#contract/intake.ts'
import { createSeal, newDataKeys, parseDataKeys } from '#server/platform/seal.ts'
import { contentHash, filledPrefix, scheduleProcessing, prepareOrder } from './prepare-order.ts'

const seal = createSeal(parseDataKeys(newDataKeys()), randomBytes(32))
const prepare = (order: object, createdAt = new Date('2026-11-20T05:00:00Z')) =>
  prepareOrder(
    z.parse(intakeOrder, { landing_domain: 'arrival.pabean.example', email: 'a@b.example', ...order }),
    {
      orderId: 2000001,
      createdAt,
      schedule: { windowDays: 3, promiseHours: { standard: 24, priority: 4 } },
      seal,
    },
  )
const passportHash = (number: string) =>
  prepare({ arrival_full_name: 'A', arrival_passport_number: number }).passport_hash

test.each([
  ['standard', '2026-11-23', 'standard', '2026-11-20', '2026-11'],
  ['standard', '2026-11-24', 'future', '2026-11-21', '2026-11'],
  ['standard', '2026-12-04', 'future', '2026-12-01', '2026-12'],
  ['standard', '2026-12-03', 'future', '2026-11-30', '2026-11'],
  ['standard', '2026-10-01', 'standard', '2026-09-28', '2026-11'],
  ['standard', null, 'standard', null, '2026-11'],
  ['priority', '2027-03-09', 'priority', '2027-03-06', '2027-03'],
  ['future', '2026-11-21', 'future', '2026-11-18', '2026-11'],
] as const)('%s for %s is %s, opens on %s, in the month %s', (mode, travel, stored, opens, month) => {
  expect(scheduleProcessing(mode, travel, '2026-11-20', 3)).toEqual({
    processing_mode: stored,
    window_opens_on: opens,
    process_month: month,
  })
})

test('today is the date in Jakarta', () => {
  const travel = { arrival_full_name: 'A', arrival_doa: '2026-12-04' }
  const before = prepare(travel, new Date('2026-11-30T16:59:59Z'))
  const after = prepare(travel, new Date('2026-11-30T17:00:00Z'))
  expect([before.processing_mode, before.process_month]).toEqual(['future', '2026-12'])
  expect([after.processing_mode, after.process_month]).toEqual(['standard', '2026-12'])
})

test.each([
  ['arrival', { arrival_full_name: 'A', departure_full_name: 'D' }],
  ['departure', { arrival_full_name: '  ', departure_full_name: 'D' }],
  ['departure', { arrival_goods_declaretion: 'No', departure_full_name: 'D' }],
  ['arrival', { arrival_doa: '2026-11-20', departure_purpose: 'x' }],
  ['departure', { departure_purpose: 'x' }],
  ['', {}],
])('the filled prefix is %j', (prefix, fields) => {
  expect(filledPrefix(fields)).toBe(prefix)
})

test('a departure gives its own columns', () => {
  const order = prepare({
    landing_domain: 'departure.pabean.example',
    email: '',
    departure_full_name: 'Łukasz Żak',
    departure_contact_email_address: 'lukasz@b.example',
    departure_phone_number_1: '+48 601 700 812',
    departure_nationality: 'POL',
    departure_identity_number: 'ZS 104-4312',
    departure_departure_date: '2027-02-01 23:15:00',
    departure_new_question: 'kept',
  })
  expect(order).toMatchObject({
    prefix: 'departure',
    full_name: 'Łukasz Żak',
    email: 'lukasz@b.example',
    traveller_email: 'lukasz@b.example',
    phone_number: '+48 601 700 812',
    travel_date: '2027-02-01',
    departure_time: '2027-02-01 23:15:00',
    country_name: 'POLAND',
    country_iso2: 'PL',
    processing_mode: 'future',
    process_month: '2027-01',
  })
  expect(order.customer.fields['departure_new_question']).toBe('kept')
})

test('a passport is recognised in any spelling', () => {
  expect(passportHash('c 4881-027')).toEqual(passportHash('C4881027'))
  expect(passportHash('C4881028')).not.toEqual(passportHash('C4881027'))
  expect(passportHash(' - ')).toBeNull()
})

test('the content hash ignores the order of keys and empty fields', () => {
  const hash = contentHash({ a: 1, b: [{ c: 'x', d: '' }] })
  expect(contentHash({ b: [{ d: null, c: 'x' }], a: 1, e: undefined })).toEqual(hash)
  expect(contentHash({ a: 1, b: [{ c: 'y' }] })).not.toEqual(hash)
})
