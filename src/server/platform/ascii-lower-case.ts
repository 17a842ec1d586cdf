/**
 * Lower case of A to Z only. Unicode's lower case would equate different addresses: `K` (the Kelvin sign) becomes `k`,
 * and PostgreSQL turns `İ` into `i`.
 */
export const asciiLowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
