/**
 * Text as one line that reads in the order it is written: breaks and other controls become one blank, direction
 * overrides and half surrogates go. For headers, file names and greetings, whatever a customer typed.
 */
export const singleLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
