import { VisuallyHidden } from '@mantine/core'
import { getHotkeyHandler, useClipboard } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { ExternalText } from './ExternalText.tsx'
import css from './facts.module.css'
import { Icon } from './Icon.tsx'

export interface Fact {
  label: string
  /** Shown and copied; nothing, '' and '-' hide the fact (spec §2, Order view). */
  text: string | null | undefined
  wide?: boolean
  href?: string | undefined
  links?: ReactNode
  /** Marks a wrong or doubtful value. */
  tone?: 'red' | 'amber' | undefined
}

interface FactGroupProps {
  facts: readonly Fact[]
  heading?: string
}

const isShown = ({ text }: Fact) => !!text?.trim() && text !== '-'

/** Labelled facts. A click, Enter or `c` copies one; arrow keys move between them. */
export function FactGroup({ facts, heading }: FactGroupProps) {
  const { copy, copied, error } = useClipboard({ timeout: 1500 })
  const [lastCopied, setLastCopied] = useState('')
  const shownFacts = facts.filter(isShown)
  if (shownFacts.length === 0) return null
  return (
    <div className={`stack ruled ${css.group}`}>
      {heading && <h3 className={`small tight strong ${css.heading}`}>{heading}</h3>}
      <dl className={css.facts}>
        {shownFacts.map((fact) => (
          <FactItem
            key={fact.label}
            {...fact}
            text={fact.text ?? ''}
            answer={lastCopied !== fact.label ? null : error ? 'Not copied' : copied ? 'Copied' : null}
            onCopy={(text) => {
              // The non-breaking space before EST is copied as a plain one.
              copy(text.replaceAll('\u{A0}', ' '))
              setLastCopied(fact.label)
            }}
          />
        ))}
      </dl>
      <VisuallyHidden>
        <output>{error ? `${lastCopied} could not be copied` : copied && `${lastCopied} copied`}</output>
      </VisuallyHidden>
    </div>
  )
}

interface FactItemProps extends Fact {
  text: string
  answer: 'Copied' | 'Not copied' | null
  onCopy: (text: string) => void
}

function FactItem({ label, text, wide, href, links, tone, answer, onCopy }: FactItemProps) {
  const value = <ExternalText>{text}</ExternalText>
  const copyButton = (content: ReactNode, className: string | undefined) => (
    <button
      type="button"
      className={className}
      data-fact
      tabIndex={-1}
      aria-label={href ? `Copy ${label}` : `${text}, copy ${label}`}
      onClick={() => onCopy(text)}
      onKeyDown={getHotkeyHandler([['c', () => onCopy(text)]])}
    >
      {content}
    </button>
  )
  return (
    <div className={`shrinkable ${css.fact}`} data-wide={wide}>
      <dt className={`faint tiny ${css.label}`}>{label}</dt>
      <dd className={`row wrap ${css.value}`} data-tone={tone}>
        {href ? (
          <>
            <a href={href}>{value}</a>
            {links}
            {copyButton(<Icon name="copy" size={13} />, css.copyIcon)}
          </>
        ) : (
          copyButton(value, css.copyText)
        )}
        {answer && (
          <span className={`inline-row gap-4 tiny ${css.answer}`} aria-hidden="true">
            <Icon name={answer === 'Copied' ? 'tick' : 'alert'} size={12} /> {answer}
          </span>
        )}
      </dd>
    </div>
  )
}
