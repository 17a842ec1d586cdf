import { useId, useState } from 'react'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './messages.module.css'

/** Characters of a message that are shown before it is expanded. */
const INITIAL_LENGTH = 1500

/** A message as plain text; long text and quoted mails are collapsed. */
export function MessageText({ text, quoted }: { text: string; quoted: string }) {
  const [isExpanded, setIsExpanded] = useState(text.length <= INITIAL_LENGTH)
  const [isQuoteOpen, setIsQuoteOpen] = useState(false)
  const quoteId = useId()
  return (
    <>
      <span className={css.text}>
        <ExternalText>{isExpanded ? text : `${text.slice(0, INITIAL_LENGTH)}…`}</ExternalText>
      </span>
      {!isExpanded && (
        <button type="button" className={css.fold} onClick={() => setIsExpanded(true)}>
          Show whole message
        </button>
      )}
      {quoted !== '' && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isQuoteOpen}
          aria-controls={quoteId}
          onClick={() => setIsQuoteOpen(!isQuoteOpen)}
        >
          {isQuoteOpen ? 'Hide quoted text' : 'Show quoted text'}
        </button>
      )}
      {isQuoteOpen && (
        <span className={`muted ${css.quoted}`} id={quoteId}>
          <ExternalText>{quoted}</ExternalText>
        </span>
      )}
    </>
  )
}
