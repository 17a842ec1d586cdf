/**
 * Text as one line, for headers, file names and greetings. Line breaks and other controls become one blank, direction
 * overrides are removed, and lone surrogates are replaced, also one from the cut at `maxChars` (UTF-16).
 */
export const singleLine = (text: string, maxChars = text.length): string =>
  text
    .slice(0, maxChars)
    .toWellFormed()
    .replaceAll(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
