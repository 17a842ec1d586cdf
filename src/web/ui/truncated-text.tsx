import { missingText, orMissingText } from '#contract/rules/missing-text.ts'

/** A text of unknown direction; its title shows what the cell truncates. */
export function truncatedText(text: string | null) {
  const shown = orMissingText(text)
  return shown === missingText ? missingText : <bdi title={shown}>{shown}</bdi>
}
