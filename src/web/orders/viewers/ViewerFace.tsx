import css from './viewers.module.css'

/** Of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}

/** The initials of a member, with a dot for one who is here; beside it stands the name. */
export const ViewerFace = ({ name, isHere = true }: { name: string; isHere?: boolean }) => (
  <span
    className={`centered rigid muted strong ${css.face}`}
    data-here={isHere || undefined}
    aria-hidden="true"
  >
    {initialsOf(name)}
  </span>
)
