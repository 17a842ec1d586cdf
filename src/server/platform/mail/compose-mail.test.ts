import { describe, expect, test } from 'vitest'
import { renderToStaticMarkup } from 'react-dom/server'
import { languageCodes } from '#contract/rules/languages.ts'
import { composeMail, type MailDraft } from './compose-mail.tsx'

function renderDraft(draft: Partial<MailDraft>) {
  const { body, text } = composeMail({
    brand: 'Pabean',
    subject: 'Hello',
    name: 'Siti',
    parts: ['Words.'],
    footer: [],
    ...draft,
  })
  return { html: renderToStaticMarkup(body), text }
}

describe.each(languageCodes)('a mail in %s', (language) => {
  test('greets by name', () => {
    const { html, text } = renderDraft({ language })
    expect(html).toContain('<bdi>Siti</bdi>')
    expect(text.split('\n')[0]).toContain('Siti')
  })

  test('greets one without a name, and not an empty one', () => {
    const { html, text } = renderDraft({ language, name: ' \u202E\n' })
    expect(html).not.toContain('<bdi>')
    expect(text.split('\n')[0]).toMatch(/^\p{L}[^ ]*( \p{L}+)*\p{P}?$/u)
  })

  test('has no greeting where its text contains one', () => {
    expect(renderDraft({ language, name: null }).text.trim()).toBe('Words.')
  })
})

test('text by other people has its own direction', () => {
  const { html } = renderDraft({ language: 'ar', parts: [{ lines: ['Dear Siti,', 'thanks'], dir: 'auto' }] })
  // A bdi would hide the letters from which a browser derives the direction.
  expect(html).toMatch(/<p dir="auto"[^>]*><span>Dear Siti,<\/span>/)
})
