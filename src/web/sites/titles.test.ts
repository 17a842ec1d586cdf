import { expect, test } from 'vitest'
import { splitTitle } from './titles.ts'

test.each([
  ['Pabean – Customs Declaration Desk', 'Pabean', 'Customs Declaration Desk'],
  ['Customs Desk', 'Pabean', 'Customs Desk'],
  ['Pabean', 'Pabean', 'Pabean'],
])('%s with the name %s has the tagline %s', (title, name, tagline) => {
  expect(splitTitle(title, name)).toEqual({ title, name, tagline })
})
