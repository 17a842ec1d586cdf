import { gapsIn } from '#contract/rules/placeholders.ts'

export interface TextRange {
  start: number
  end: number
}

/** Where a gap stands in a text, the first of its name. */
export function gapRange(text: string, gap: string): TextRange | null {
  const start = text.indexOf(`{${gap}}`)
  return start < 0 ? null : { start, end: start + gap.length + 2 }
}

/** What is put into a text with a space where it would run into a word beside it. */
export function setApart(text: string, { start, end }: TextRange, inserted: string): string {
  const before = /\S$/.test(text.slice(0, start)) && /^\S/.test(inserted) ? ' ' : ''
  const after = /^[\p{L}\p{N}]/u.test(text.slice(end)) && /\S$/.test(inserted) ? ' ' : ''
  return before + inserted + after
}

/** A text with another put in at a place, and what is to be selected then: its first gap, else the end of what was put in. */
export function insertText(
  text: string,
  { start, end }: TextRange,
  inserted: string,
): { text: string; selection: TextRange } {
  const before = text.slice(0, start)
  const atEnd = start + inserted.length
  const [firstGap] = gapsIn(inserted)
  const gap = firstGap === undefined ? null : gapRange(inserted, firstGap)
  return {
    text: before + inserted + text.slice(end),
    selection: gap ? { start: start + gap.start, end: start + gap.end } : { start: atEnd, end: atEnd },
  }
}
