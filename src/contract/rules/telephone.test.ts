import { expect, test } from 'vitest'
import { displayTelephone } from './telephone.ts'
import { telephoneDigits } from './telephone-reading.ts'

test.each([
  ['62', '81234567', '+62 81234567'],
  ['+62', '81234567', '+62 81234567'],
  ['0062', '81234567', '+62 81234567'],
  ['INDONESIA', '81234567', '+62 81234567'],
  ['Indonesia (+62)', '81234567', '+62 81234567'],
  ['Atlantis +999', '81234567', '+999 81234567'],
  ['1-242', '355 0100', '+1242 355 0100'],
  ['UK', ' 7700  900123 ', '+44 7700 900123'],
  ['62', '+84 912345678', '+84 912345678'],
  ['62', '(+84) 912345678', '(+84) 912345678'],
  ['Atlantis', '81234567', '81234567'],
  ['Area 51', '81234567', '81234567'],
  ['Area51', '81234567', '81234567'],
  ['62 Atlantis', '81234567', '81234567'],
  ['+1 204', '555 0100', '+1204 555 0100'],
  ['62', '812+3', '+62 812+3'],
  ['', '0812-345', '0812-345'],
  [null, '0812-345', '0812-345'],
  ['62', '-', '-'],
  ['62', '', '-'],
  ['62', null, '-'],
  [undefined, undefined, '-'],
])('the code %j and the number %j are shown as %s', (code, number, shown) =>
  expect(displayTelephone(code, number)).toBe(shown),
)

test.each([
  ['+62 812-3456 (7)', '6281234567'],
  ['٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['０８１２', '0812'],
  ['none', ''],
])('the digits of %s are %s', (text, digits) => expect(telephoneDigits(text)).toBe(digits))
