const quotedLine = /^\s*>/
/** Outlook and its like set no sign before each line; the original stands under a rule, and begins with who sent it. */
const rule = /^\s*(-{3,}[^-]+-{3,}|_{10,})\s*$/
const heading = /^\s*\*?[^\s:：]+\s?[:：]/
const longestIntroduction = 3

/** Where the lines begin that only quote an earlier mail, up to the end; `lines.length` where there are none. */
function quoteStart(lines: readonly string[]): number {
  const atRule = lines.findIndex((line, at) => rule.test(line) && heading.test(lines[at + 1] ?? ''))
  let start = lines.length
  while (start > 0 && /^\s*(>.*)?$/.test(lines[start - 1] ?? '')) start -= 1
  const quotes = lines.slice(start).some((line) => quotedLine.test(line))
  const atQuote = quotes ? introductionStart(lines, start) : lines.length
  return atRule === -1 ? atQuote : Math.min(atRule, atQuote)
}

/** The few lines right above a quote that say who wrote it when, in whatever language: they end with a colon. */
function introductionStart(lines: readonly string[], start: number): number {
  let from = start
  while (from > 0 && start - from < longestIntroduction && lines[from - 1]?.trim() !== '') from -= 1
  const wholeParagraph = from === 0 || lines[from - 1]?.trim() === ''
  return wholeParagraph && /[:：]\s*$/.test(lines[start - 1] ?? '') ? from : start
}

/**
 * Parts what somebody wrote from the earlier mail that is quoted below it. Words between quoted lines are never parted
 * off, and a mail that is nothing but a quote stays whole.
 */
export function partQuoted(text: string): { said: string; quoted: string } {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const start = quoteStart(lines)
  const said = lines.slice(0, start).join('\n').trim()
  const quoted = lines.slice(start).join('\n').trim()
  return said === '' ? { said: quoted, quoted: '' } : { said, quoted }
}
