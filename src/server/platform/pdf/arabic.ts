/** Isolated, final, initial and medial form of each letter, in the order in which Unicode lists them. */
const presentationForms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfe70, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCodePoint(code)
    const letters = form.normalize('NFKC')
    const known = presentationForms.get(letters) ?? []
    if (letters !== form && known.length < 4) presentationForms.set(letters, [...known, form])
  }
}

const tatweel = '\u0640'
const joinsNext = (letter: string | undefined) =>
  letter !== undefined && (letter === tatweel || (presentationForms.get(letter)?.length ?? 0) > 2)
const joinsPrevious = (letter: string | undefined) =>
  letter !== undefined && (letter === tatweel || (presentationForms.get(letter)?.length ?? 0) > 1)

/**
 * Shapes Arabic text with Unicode's presentation forms. Shaping by the font uses ligatures, from which a reader would
 * copy wrong letters; a presentation form maps to its letter. Text with vowel marks or with letters that have no such
 * form stays as it is and is shaped by the font.
 */
export function shapeArabic(text: string): string {
  const letters = [...text]
  if (
    letters.some(
      (letter) => letter !== tatweel && /[\p{L}\p{M}]/u.test(letter) && !presentationForms.has(letter),
    )
  )
    return text
  let out = ''
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const pair = letter + (letters[at + 1] ?? '')
    const isPair = letter === '\u0644' && presentationForms.has(pair)
    const own = presentationForms.get(isPair ? pair : letter)
    const before = joinsPrevious(letter) && joinsNext(letters[at - 1])
    const after = !isPair && joinsNext(letter) && joinsPrevious(letters[at + 1])
    out += own?.[(before ? 1 : 0) + (after ? 2 : 0)] ?? letter
    if (isPair) at++
  }
  return out
}
