import { missingText, orMissingText } from '#contract/rules/missing-text.ts'
import { ExternalText } from './ExternalText.tsx'

/** A text of unknown direction; its title shows what the cell truncates. */
export function truncatedText(text: string | null) {
  const shown = orMissingText(text)
  return shown === missingText ? missingText : <ExternalText title={shown}>{shown}</ExternalText>
}
