import { fillText } from '#contract/rules/fill-text.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { mailTexts } from '#texts/mails.ts'
import { singleLine } from '../single-line.ts'
import type { FooterLink } from './footer-links.ts'
import { Button, Facts, MailLayout, Paragraph } from './mail-layout.tsx'
import type { MailContent } from './define-mail.ts'

type MailBlock =
  | string
  | { lines: readonly string[]; dir?: 'auto' }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { label: string; url: string }

export interface MailDraft {
  /** Also the sender's name. */
  brand: string
  subject: string
  language?: LanguageCode | undefined
  /** The name in the greeting. Empty: a greeting without a name; null: no greeting. */
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

function blockText(block: MailBlock, fact: string): string {
  if (typeof block === 'string') return block
  if ('facts' in block)
    return block.facts.map(([label, value]) => fillText(fact, { label, value })).join('\n')
  return 'url' in block ? fillText(fact, { label: block.label, value: block.url }) : block.lines.join('\n')
}

function renderGreeting(name: string, { named, unnamed }: { named: string; unnamed: string }) {
  const recipient = singleLine(name)
  const [before, after] = named.split('{name}')
  const html = (
    <Paragraph>
      {before}
      <bdi>{recipient}</bdi>
      {after}
    </Paragraph>
  )
  return recipient
    ? { html, text: fillText(named, { name: recipient }) }
    : { html: <Paragraph>{unnamed}</Paragraph>, text: unnamed }
}

export function composeMail(draft: MailDraft): MailContent {
  const { brand, subject, language = 'en', name, parts, footer } = draft
  const texts = mailTexts[language]
  const greeting = name === null ? null : renderGreeting(name, texts.greeting)
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
      ...parts.map((block) => blockText(block, texts.fact)),
      footer.map((link) => blockText(link, texts.fact)).join('\n'),
    ].join('\n\n'),
  }
}
