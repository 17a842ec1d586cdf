/**
 * Text as one line that reads in the order it is written: breaks and other controls become one blank, direction
 * overrides go, and halves of characters are replaced, also the one at which `most` characters (UTF-16) cut the text.
 * For headers, file names and greetings, whatever a customer typed.
 */
export const singleLine = (text: string, maxChars = text.length): string =>
  text
    .slice(0, maxChars)
    .toWellFormed()
    .replaceAll(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
