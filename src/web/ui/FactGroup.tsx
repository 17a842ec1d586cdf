import { VisuallyHidden } from '@mantine/core'
import { useRef, useState, type ReactNode } from 'react'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { useCopy } from '#web/lib/use-copy.ts'
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
  const { state, copy } = useCopy()
  const group = useRef<HTMLDivElement>(null)
  const [lastCopied, setLastCopied] = useState('')
  const shownFacts = facts.filter(isShown)
  const focusedFact = () => group.current?.querySelector<HTMLElement>('[data-fact]:focus') ?? null
  useShortcuts({ copy: () => focusedFact()?.click() }, () => focusedFact() !== null)
  if (shownFacts.length === 0) return null
  return (
    <div className={`stack ruled ${css.group}`} ref={group}>
      {heading && <h3 className={`small tight strong ${css.heading}`}>{heading}</h3>}
      <dl className={css.facts}>
        {shownFacts.map((fact) => (
          <FactItem
            key={fact.label}
            {...fact}
            text={fact.text ?? ''}
            answer={lastCopied === fact.label ? state : 'none'}
            onCopy={(text, shown) => {
              // The non-breaking space before EST is copied as a plain one.
              void copy(text.replaceAll('\u{A0}', ' '), shown)
              setLastCopied(fact.label)
            }}
          />
        ))}
      </dl>
      <VisuallyHidden>
        <output>
          {state === 'failed' && `${lastCopied} is not copied, but selected: press Ctrl C`}
          {state === 'copied' && `${lastCopied} copied`}
        </output>
      </VisuallyHidden>
    </div>
  )
}

interface FactItemProps extends Fact {
  text: string
  answer: ReturnType<typeof useCopy>['state']
  /** `shown` is selected if the text cannot be copied. */
  onCopy: (text: string, shown: HTMLElement | null) => void
}

function FactItem({ label, text, wide, href, links, tone, answer, onCopy }: FactItemProps) {
  const place = useRef<HTMLSpanElement>(null)
  const value = (
    <span ref={place}>
      <ExternalText>{text}</ExternalText>
    </span>
  )
  const copyButton = (content: ReactNode, className: string | undefined) => (
    <button
      type="button"
      className={className}
      data-fact
      tabIndex={-1}
      aria-label={href ? `Copy ${label}` : `${text}, copy ${label}`}
      onClick={() => onCopy(text, place.current)}
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
        {answer !== 'none' && (
          <span className={`inline-row gap-4 tiny ${css.answer}`} aria-hidden="true">
            <Icon name={answer === 'copied' ? 'tick' : 'alert'} size={12} />{' '}
            {answer === 'copied' ? 'Copied' : 'Not copied: press Ctrl C'}
          </span>
        )}
      </dd>
    </div>
  )
}
