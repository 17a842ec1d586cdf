import { useId, useState } from 'react'
import { GivenText } from '#web/ui/GivenText.tsx'
import css from './MessageText.module.css'

/** Characters of a mail that are shown before one asks for the rest. */
const SHOWN_AT_FIRST = 1500

/** What somebody wrote, as text and nothing else; an endless one and the older mails below it are folded. */
export function MessageText({ text, quoted }: { text: string; quoted: string }) {
  const [whole, setWhole] = useState(text.length <= SHOWN_AT_FIRST)
  const [open, setOpen] = useState(false)
  const quoteId = useId()
  return (
    <>
      <span className={css.text}>
        <GivenText>{whole ? text : `${text.slice(0, SHOWN_AT_FIRST)}…`}</GivenText>
      </span>
      {!whole && (
        <button type="button" className={css.fold} onClick={() => setWhole(true)}>
          Show whole message
        </button>
      )}
      {quoted !== '' && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={open}
          aria-controls={quoteId}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Hide quoted text' : 'Show quoted text'}
        </button>
      )}
      {open && (
        <span className={css.quoted} id={quoteId}>
          <GivenText>{quoted}</GivenText>
        </span>
      )}
    </>
  )
}
