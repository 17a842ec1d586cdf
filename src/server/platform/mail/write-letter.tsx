import type { LanguageCode } from '#contract/rules/languages.ts'
import { singleLine } from '../single-line.ts'
import type { FooterLink } from './footer-links.ts'
import { mailPhrases } from './letter-words.ts'
import { Button, Facts, MailLayout, Paragraph } from './letter.tsx'
import type { MailContent } from './define-mail.ts'

/**
 * A piece of a letter, said once for its HTML and its text: words, lines under one another (`auto` where they run in a
 * direction of their own, not in the letter's), facts, or a link.
 */
type MailBlock =
  | string
  | { lines: readonly string[]; dir?: 'auto' }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { label: string; url: string }

export interface MailDraft {
  /** Also the sender's name. */
  brand: string
  subject: string
  /** What it is written in; English where nothing else is known. */
  language?: LanguageCode | undefined
  /** Whom it greets; what is no name greets nobody in particular, null is no greeting at all. */
  name: string | null
  parts: readonly MailBlock[]
  footer: readonly FooterLink[]
}

const blockKey = (block: MailBlock) => (typeof block === 'string' ? block : JSON.stringify(block))

function Block({ part: block }: { part: MailBlock }) {
  if (typeof block === 'string') return <Paragraph>{block}</Paragraph>
  if ('facts' in block) return <Facts facts={block.facts} />
  if ('url' in block) return <Button href={block.url}>{block.label}</Button>
  return (
    <Paragraph dir={block.dir}>
      {block.lines.map((line, index) => (
        <span key={line}>
          {index > 0 && <br />}
          {block.dir ? line : <bdi>{line}</bdi>}
        </span>
      ))}
    </Paragraph>
  )
}

function blockText(block: MailBlock, colon: string): string {
  if (typeof block === 'string') return block
  if ('facts' in block) return block.facts.map((fact) => fact.join(colon)).join('\n')
  return 'url' in block ? `${block.label}${colon}${block.url}` : block.lines.join('\n')
}

function renderGreeting(
  name: string,
  { before, after, nobody }: { before: string; after: string; nobody: string },
) {
  const recipient = singleLine(name)
  const html = (
    <Paragraph>
      {before}
      <bdi>{recipient}</bdi>
      {after}
    </Paragraph>
  )
  return recipient
    ? { html, text: `${before}${recipient}${after}` }
    : { html: <Paragraph>{nobody}</Paragraph>, text: nobody }
}

/** HTML and text of a mail from the same parts, so that neither says what the other does not. */
export function composeMail(draft: MailDraft): MailContent {
  const { brand, subject, language = 'en', name, parts, footer } = draft
  const { colon, ...greetingPhrases } = mailPhrases[language]
  const greets = name === null ? null : renderGreeting(name, greetingPhrases)
  return {
    fromName: brand,
    subject,
    body: (
      <MailLayout title={subject} language={language} brand={brand} footer={footer}>
        {greets?.html}
        {parts.map((block) => (
          <Block key={blockKey(block)} part={block} />
        ))}
      </MailLayout>
    ),
    text: [
      ...(greets ? [greets.text] : []),
      ...parts.map((block) => blockText(block, colon)),
      footer.map((link) => blockText(link, colon)).join('\n'),
    ].join('\n\n'),
  }
}
