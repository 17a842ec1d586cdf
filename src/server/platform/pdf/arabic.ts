/** Isolated, final, initial and medial form of each letter, in the order in which Unicode lists them. */
const forms = new Map<string, string[]>()
for (const [first, last] of [
  [0xfe70, 0xfefc],
  [0xfb50, 0xfbff],
] as const) {
  for (let code = first; code <= last; code++) {
    const form = String.fromCodePoint(code)
    const letters = form.normalize('NFKC')
    const known = forms.get(letters) ?? []
    if (letters !== form && known.length < 4) forms.set(letters, [...known, form])
  }
}

const stretch = '\u0640'
const joinsNext = (letter: string | undefined) =>
  letter !== undefined && (letter === stretch || (forms.get(letter)?.length ?? 0) > 2)
const joinsBefore = (letter: string | undefined) =>
  letter !== undefined && (letter === stretch || (forms.get(letter)?.length ?? 0) > 1)

/**
 * Arabic letters in their joined forms, each a character of its own. A font joins letters by glyphs that stand for
 * several of them, and a reader who copies the text gets wrong letters; these forms say which letter they are. Text with
 * vowel marks or with letters that have no such forms stays as it is: the font joins it.
 */
export function joined(text: string): string {
  const letters = [...text]
  if (letters.some((letter) => letter !== stretch && /[\p{L}\p{M}]/u.test(letter) && !forms.has(letter)))
    return text
  let out = ''
  for (let at = 0; at < letters.length; at++) {
    const letter = letters[at] ?? ''
    const pair = letter + (letters[at + 1] ?? '')
    const isPair = letter === '\u0644' && forms.has(pair)
    const own = forms.get(isPair ? pair : letter)
    const before = joinsBefore(letter) && joinsNext(letters[at - 1])
    const after = !isPair && joinsNext(letter) && joinsBefore(letters[at + 1])
    out += own?.[(before ? 1 : 0) + (after ? 2 : 0)] ?? letter
    if (isPair) at++
  }
  return out
}
