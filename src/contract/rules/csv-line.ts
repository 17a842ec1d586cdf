/** A spreadsheet treats such a cell as a formula, also after blanks and invisible characters. */
const looksLikeFormula = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u

/** Prefixes a formula with an apostrophe, so that a spreadsheet shows it as text. */
function cell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value)
  const escaped = typeof value !== 'number' && looksLikeFormula.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** The text of a cell that was exported with an apostrophe. */
export const withoutFormulaMark = (text: string): string =>
  text.startsWith("'") && looksLikeFormula.test(text.slice(1)) ? text.slice(1) : text

export const csvLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`
