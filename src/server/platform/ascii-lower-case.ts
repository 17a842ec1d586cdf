/**
 * Lower case of the letters A to Z alone. Unicode's would make other addresses equal: `K` (the Kelvin sign) becomes `k`,
 * and PostgreSQL makes an `i` of `İ`.
 */
export const asciiLowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
