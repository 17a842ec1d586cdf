import { foldedWords, isOneLetterApart } from '#contract/rules/name-words.ts'
import { fold } from '#contract/rules/search-text.ts'
import css from './palette.module.css'

/** Whether a word of the text was meant by one that was typed. */
const isMeant = (word: string, typed: readonly string[]) => {
  const folded = fold(word)
  return typed.some((other) => folded.includes(other) || isOneLetterApart(folded, other))
}

/** A text whose words that were looked for are marked, whole, with their accents. */
export function MarkedText({ children, typed }: { children: string; typed: string }) {
  const words = foldedWords(typed)
  return (
    <bdi>
      {[...children.split(/(\s+)/).entries()].map(([at, part]) =>
        part.trim() !== '' && isMeant(part, words) ? (
          <mark key={at} className={`strong ${css.mark}`}>
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </bdi>
  )
}
