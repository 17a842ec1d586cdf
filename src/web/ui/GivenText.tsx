import css from './GivenText.module.css'

/** Characters from which a text may hold a word that goes on over many lines. */
const LONG_FROM = 300

/** Text from outside: it keeps its own direction, and however long a word of it is, the page stays quick. */
export function GivenText({ children }: { children: string }) {
  return <bdi className={children.length > LONG_FROM ? css.long : undefined}>{children}</bdi>
}
