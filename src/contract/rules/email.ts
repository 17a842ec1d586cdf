const fullWidthOffset = 0xfee0
const asPlain = (character: string): string =>
  String.fromCodePoint(Number(character.codePointAt(0)) - fullWidthOffset)

/** What cannot stand in an address, as a mail header or a sentence has it around one. */
const around = /[\s<>()[\]{},;:"“”„«»|]/u

/** Signs at the end of a sentence or a quotation. */
function withoutEnd(text: string): string {
  let end = text.length
  while ("'.!?".includes(text.charAt(end - 1)) && end > 0) end--
  return text.slice(text.startsWith("'") && end < text.length ? 1 : 0, end)
}

/** What stands between `<` and `>` around the @, else the whole. */
function bracketed(text: string): string {
  const [, inner = ''] = text.split('<')
  return inner.includes('@') ? (inner.split('>')[0] ?? '') : text
}

/**
 * The address in what was typed, pasted or sent, without what stands around it (product §16): a name, brackets,
 * `mailto:`, commas, invisible characters, blanks beside the @, trailing dots; full-width characters become plain.
 * Text without exactly one address is only cleaned.
 */
export function readEmail(text: string): string {
  const plain = text
    // Whole texts would turn the Kelvin sign into K.
    .replaceAll(/.\p{M}+/gu, (letter) => letter.normalize('NFC'))
    .replaceAll(/[\uff01-\uff5e]/g, asPlain)
    .replaceAll(/[\u3002\uff61]/g, '.')
    .replaceAll(/[‘’ʼ]/g, "'")
    .replaceAll(/(?!\s)[\p{Cc}\p{Cf}]/gu, '')
    .replace(/^\s*mailto:/i, '')
    .trim()
  const found = bracketed(plain)
    .replaceAll(/\s?@\s?/g, '@')
    .split(around)
    .filter((word) => word.includes('@'))
  const [address = ''] = found
  return found.length === 1 && address.split('@').length === 2
    ? withoutEnd(address.split('?')[0] ?? '')
    : plain
}

/** Lower case of A to Z only: in Unicode's, the Kelvin sign and `İ` would be other addresses' letters. */
const asciiLowerCase = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The form in which addresses are compared: as read, in lower case, with the domain in Punycode. */
export function emailKey(text: string): string {
  const address = asciiLowerCase(readEmail(text))
  const at = address.lastIndexOf('@') + 1
  const url = `http://${address.slice(at)}`
  return address.slice(0, at) + (at > 0 && URL.canParse(url) ? new URL(url).hostname : address.slice(at))
}
