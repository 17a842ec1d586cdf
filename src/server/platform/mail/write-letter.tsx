import type { LanguageCode } from '#contract/rules/languages.ts'
import { singleLine } from '../single-line.ts'
import type { FooterLink } from './footer-links.ts'
import { letterWords } from './letter-words.ts'
import { Button, Facts, Letter, Paragraph } from './letter.tsx'
import type { MailContent } from './define-mail.ts'

/**
 * A piece of a letter, said once for its HTML and its text: words, lines under one another (`auto` where they run in a
 * direction of their own, not in the letter's), facts, or a link.
 */
type LetterPart =
  | string
  | { lines: readonly string[]; dir?: 'auto' }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { label: string; url: string }

export interface LetterWords {
  /** Also the sender's name. */
  brand: string
  subject: string
  /** What it is written in; English where nothing else is known. */
  language?: LanguageCode | undefined
  /** Whom it greets; what is no name greets nobody in particular, null is no greeting at all. */
  name: string | null
  parts: readonly LetterPart[]
  footer: readonly FooterLink[]
}

const partKey = (part: LetterPart) => (typeof part === 'string' ? part : JSON.stringify(part))

function Part({ part }: { part: LetterPart }) {
  if (typeof part === 'string') return <Paragraph>{part}</Paragraph>
  if ('facts' in part) return <Facts facts={part.facts} />
  if ('url' in part) return <Button href={part.url}>{part.label}</Button>
  return (
    <Paragraph dir={part.dir}>
      {part.lines.map((line, place) => (
        <span key={line}>
          {place > 0 && <br />}
          {part.dir ? line : <bdi>{line}</bdi>}
        </span>
      ))}
    </Paragraph>
  )
}

function textOf(part: LetterPart, colon: string): string {
  if (typeof part === 'string') return part
  if ('facts' in part) return part.facts.map((fact) => fact.join(colon)).join('\n')
  return 'url' in part ? `${part.label}${colon}${part.url}` : part.lines.join('\n')
}

function greeting(
  name: string,
  { before, after, nobody }: { before: string; after: string; nobody: string },
) {
  const who = singleLine(name)
  const html = (
    <Paragraph>
      {before}
      <bdi>{who}</bdi>
      {after}
    </Paragraph>
  )
  return who
    ? { html, text: `${before}${who}${after}` }
    : { html: <Paragraph>{nobody}</Paragraph>, text: nobody }
}

/** HTML and text of a mail from the same parts, so that neither says what the other does not. */
export function writeLetter(words: LetterWords): MailContent {
  const { brand, subject, language = 'en', name, parts, footer } = words
  const { colon, ...dear } = letterWords[language]
  const greets = name === null ? null : greeting(name, dear)
  return {
    fromName: brand,
    subject,
    body: (
      <Letter title={subject} language={language} brand={brand} footer={footer}>
        {greets?.html}
        {parts.map((part) => (
          <Part key={partKey(part)} part={part} />
        ))}
      </Letter>
    ),
    text: [
      ...(greets ? [greets.text] : []),
      ...parts.map((part) => textOf(part, colon)),
      footer.map((link) => textOf(link, colon)).join('\n'),
    ].join('\n\n'),
  }
}
