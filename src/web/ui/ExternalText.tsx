import css from './ExternalText.module.css'

/** Characters from which a text may hold a word that goes on over many lines. */
const LONG_TEXT_LENGTH = 300

/** Text from outside: it keeps its own direction, and however long a word of it is, the page stays quick. */
export function ExternalText({ children }: { children: string }) {
  return <bdi className={children.length > LONG_TEXT_LENGTH ? css.long : undefined}>{children}</bdi>
}
