import type { LanguageCode } from '#contract/rules/languages.ts'
import { singleLine } from '../single-line.ts'
import type { FooterLink } from './footer-links.ts'
import { mailPhrases } from './mail-phrases.ts'
import { Button, Facts, MailLayout, Paragraph } from './mail-layout.tsx'
import type { MailContent } from './define-mail.ts'

/**
 * A block of a mail, rendered as HTML and as text: a paragraph, lines (`auto`: in their own writing direction), labelled
 * values, or a link.
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
  /** English where it is not known. */
  language?: LanguageCode | undefined
  /** The name in the greeting; an empty one gives a greeting without a name, null no greeting. */
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

/** HTML and text of a mail from the same blocks, so that their content is the same. */
export function composeMail(draft: MailDraft): MailContent {
  const { brand, subject, language = 'en', name, parts, footer } = draft
  const { colon, ...greetingPhrases } = mailPhrases[language]
  const greeting = name === null ? null : renderGreeting(name, greetingPhrases)
  return {
    fromName: brand,
    subject,
    body: (
      <MailLayout title={subject} language={language} brand={brand} footer={footer}>
        {greeting?.html}
        {parts.map((block) => (
          <Block key={blockKey(block)} part={block} />
        ))}
      </MailLayout>
    ),
    text: [
      ...(greeting ? [greeting.text] : []),
      ...parts.map((block) => blockText(block, colon)),
      footer.map((link) => blockText(link, colon)).join('\n'),
    ].join('\n\n'),
  }
}
