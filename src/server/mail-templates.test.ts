import { describe, expect, test } from 'vitest'
import { languageCodes, languages, type LanguageCode } from '#contract/rules/languages.ts'
import { readConfig } from '#server/config.ts'
import { mailTemplates } from './mail-templates.ts'
import { findMailDefinition } from './platform/mail/define-mail.ts'
import { renderMail } from './platform/mail/render.ts'

const config = readConfig({ PUBLIC_URL: 'https://desk.example' })
/** Staff read English. */
const customerMailKinds = mailTemplates
  .map(({ kind }) => kind)
  .filter((kind) => !['reset', 'account', 'dispute', 'silence'].includes(kind))
/** Kinds whose texts are ours; others are in the language in which a member wrote them. */
const translatedMailKinds = customerMailKinds.filter((kind) => kind !== 'answer' && kind !== 'privacy')

function renderSample(kind: string, overrides: object = {}) {
  const template = findMailDefinition(mailTemplates, kind)
  if (!template) throw new Error(`no template ${kind}`)
  const props = { ...template.sample, ...overrides }
  return renderMail(2000001, template.render(props, config), config)
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}
const visibleText = (html: string) =>
  html
    .replace(/^.*<body/s, '<body')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)

const address = /https?:\S+|mailto:\S+/g
const lettersOnly = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')

const linesOf = (kind: string, language: LanguageCode) =>
  renderSample(kind, { language })
    .text.split('\n')
    .filter((line) => line !== '')

/** Data of the order and its site, and a member's words, which are not translated. */
const orderDataPattern =
  /https?:\S+|mailto:\S+|\S+@[\w.]+|(?:Siti|Budi) Nurhaliza|Jl\. Contoh No\. 8, Jakarta 10110, Indonesia|re_3QK1|USD|PDF|C488I027|VN 64I|Ayu|Pabean|Both look unusual\.|We do not travel any more\./g

describe.each(customerMailKinds)('a mail of kind %s', (kind) => {
  test.each(languageCodes)('says in %s which language it is in', (language) => {
    const { html } = renderSample(kind, { language })
    const languageAttributes = `lang="${language}" dir="${languages[language].dir}"`
    expect(html).toMatch(new RegExp(`^<!doctype html><html ${languageAttributes}>`))
    expect(html.split(`<td ${languageAttributes}`), 'text and footer').toHaveLength(3)
  })

  test.each(languageCodes)('says the same in %s as HTML and as text', (language) => {
    const { html, text } = renderSample(kind, { language })
    for (const [url] of text.matchAll(address)) expect(html).toContain(`href="${url}"`)
    expect(lettersOnly(visibleText(html))).toBe(lettersOnly(`Pabean ${text.replaceAll(address, '')}`))
  })

  test('queued before mails had a language, is English', () => {
    expect(renderSample(kind)).toEqual(renderSample(kind, { language: 'en' }))
  })
})

describe.each(translatedMailKinds)('our words in a mail of kind %s', (kind) => {
  test.each(languageCodes)('has the order’s id in its subject in %s', (language) => {
    expect(renderSample(kind, { language }).subject).toContain('2000001')
  })

  test.each(languageCodes.filter((code) => code !== 'en'))('is wholly in %s', (language) => {
    const english = new Set(linesOf(kind, 'en').map((line) => line.replaceAll(orderDataPattern, '')))
    const same = linesOf(kind, language)
      .map((line) => line.replaceAll(orderDataPattern, ''))
      .filter((line) => /\p{L}/u.test(line) && english.has(line))
    expect(same).toEqual([])
  })

  test.each(['th', 'zh-Hans', 'ja', 'ko', 'hi', 'ar', 'ru'] as const)(
    'has no Latin words in %s',
    (language) => {
      const { subject, text } = renderSample(kind, { language })
      expect(`${subject}\n${text}`.replaceAll(orderDataPattern, '')).not.toMatch(/\p{Script=Latin}/u)
    },
  )
})

test('the button of the approved mail is the specification’s in English', () => {
  expect(renderSample('approved').html).toMatch(
    /<a href="https:\/\/desk\.example\/track-order\/[^"]+"[^>]*>Click Here<\/a>/,
  )
})
