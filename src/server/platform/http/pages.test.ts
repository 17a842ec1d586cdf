import { expect, test } from 'vitest'
import { withTitles } from './pages.ts'

test('the page has the configured names, whatever is in them', () => {
  const built =
    '<meta name="application-name" content="Pabean" />\n<title>Pabean – Customs Declaration Desk</title>'
  expect(withTitles(built, { title: 'Desk $& <b>1</b>', shortTitle: '"Desk" & Co' })).toBe(
    '<meta name="application-name" content="&quot;Desk&quot; &amp; Co" />\n<title>Desk $&amp; &lt;b&gt;1&lt;/b&gt;</title>',
  )
})
