import css from './viewers.module.css'

/** Initials of the first and last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** A dot marks a member who is here. The name stands beside it. */
export const ViewerFace = ({ name, isHere = true }: { name: string; isHere?: boolean }) => (
  <span
    className={`centered rigid muted strong ${css.face}`}
    data-here={isHere || undefined}
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
)
