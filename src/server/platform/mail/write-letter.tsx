import { singleLine } from '../single-line.ts'
import type { FooterLink } from './footer-links.ts'
import { Button, Facts, Letter, Paragraph } from './letter.tsx'
import type { MailContent } from './template.ts'

/** A piece of a letter, said once for its HTML and its text: words, lines under one another, facts, or a link. */
export type LetterPart =
  | string
  | { lines: readonly string[] }
  | { facts: readonly (readonly [label: string, value: string])[] }
  | { label: string; url: string }

export interface LetterWords {
  /** Also the sender's name. */
  brand: string
  subject: string
  /** Whom it greets; what is no name greets nobody in particular. */
  name: string
  parts: readonly LetterPart[]
  footer: readonly FooterLink[]
}

const partKey = (part: LetterPart) => (typeof part === 'string' ? part : JSON.stringify(part))

function Part({ part }: { part: LetterPart }) {
  if (typeof part === 'string') return <Paragraph>{part}</Paragraph>
  if ('facts' in part) return <Facts facts={part.facts} />
  if ('url' in part) return <Button href={part.url}>{part.label}</Button>
  return (
    <Paragraph>
      {part.lines.map((line, place) => (
        <span key={line}>
          {place > 0 && <br />}
          {line}
        </span>
      ))}
    </Paragraph>
  )
}

const linkText = ({ label, url }: { label: string; url: string }) => `${label}: ${url}`

function textOf(part: LetterPart): string {
  if (typeof part === 'string') return part
  if ('facts' in part) return part.facts.map(([label, value]) => `${label}: ${value}`).join('\n')
  return 'url' in part ? linkText(part) : part.lines.join('\n')
}

/** HTML and text of a mail from the same parts, so that neither says what the other does not. */
export function writeLetter({ brand, subject, name, parts, footer }: LetterWords): MailContent {
  const dear = singleLine(name) || 'customer'
  return {
    fromName: brand,
    subject,
    body: (
      <Letter title={subject} brand={brand} footer={footer}>
        <Paragraph>
          Dear <bdi>{dear}</bdi>,
        </Paragraph>
        {parts.map((part) => (
          <Part key={partKey(part)} part={part} />
        ))}
      </Letter>
    ),
    text: [`Dear ${dear},`, ...parts.map(textOf), footer.map(linkText).join('\n')].join('\n\n'),
  }
}
