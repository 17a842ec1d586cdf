import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal, newDataKeys, parseDataKeys } from '#server/platform/seal.ts'
import { passportHash } from './journey-keys.ts'
import { replaceTransaction, searchIndex } from './search-index.ts'

const seal = createSeal(parseDataKeys(newDataKeys()), randomBytes(32))
const order = {
  order_id: 2_048_654,
  full_name: 'Nguyễn Thị Ánh',
  email: 'anh@müller.example',
  traveller_email: 'anh@müller.example',
  phone_code: '84',
  phone_number: '0912 345 678',
  nationality: '',
  transaction_id: 'pi_3QK8',
}
const traveller = (name: string, passport: string) => ({
  family_member_name: name,
  family_passport_number: passport,
  family_relationship: '',
  family_nationality: '',
  family_other_nationalities: '',
})

test('the search text has a line for every form of every value, and for every traveller', () => {
  const familyMember = [traveller('Jörg', 'C 998'), traveller('', ''), traveller('x'.repeat(201), 'D1')]
  const index = searchIndex(order, { familyMember }, seal)
  expect(index.search_text.split('\n')).toEqual([
    '2048654',
    'nguyen thi anh',
    'anh@muller.example',
    'anh@xn--mller-kva.example',
    '+84 0912 345 678',
    '0912 345 678',
    '840912345678',
    '0912345678',
    'pi_3qk8',
    '84912345678P',
    'T2: jorg',
  ])
  expect(index.telephone).toBe('+84 912345678')
  expect(index.family_passport_hashes).toEqual([passportHash(seal, 'c998'), null, passportHash(seal, 'D1')])
})

test('another transaction takes the place of the former', () => {
  const { search_text } = searchIndex(order, { familyMember: [traveller('Jörg', '')] }, seal)
  const replaced = replaceTransaction({ search_text, transaction_id: 'pi_3QK8' }, 'PI_4')
  expect(replaced.split('\n')).toEqual([
    ...search_text.split('\n').filter((line) => line !== 'pi_3qk8'),
    'pi_4',
  ])
})
