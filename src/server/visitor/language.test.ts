import { expect, test } from 'vitest'
import { languageOfRequest } from './language.ts'

const german = { pabean_lang: 'de' }
const russian = { 'accept-language': 'nl, ru;q=0.8, fr;q=0.5' }

test.each([
  ['what is picked now comes first', { lang: 'ar' }, german, russian, 'ar'],
  ['then what was picked before', {}, german, russian, 'de'],
  ['then the first of the browser that is ours', {}, {}, russian, 'ru'],
  ['an unknown pick is ignored', { lang: 'xx' }, {}, russian, 'ru'],
  ['a repeated pick is ignored', { lang: ['ar', 'de'] }, {}, russian, 'ru'],
  ['an invalid cookie is ignored', {}, { pabean_lang: '<script>' }, russian, 'ru'],
  ['unsupported languages give null', {}, {}, { 'accept-language': 'nl, *;q=0.1' }, null],
  ['nothing at all', undefined, {}, {}, null],
])('%s', (_, query, cookies, headers, expected) => {
  expect(languageOfRequest({ query, cookies, headers })).toBe(expected)
})
