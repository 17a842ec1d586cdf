import { useLayoutEffect, useRef, type RefObject } from 'react'
import { gapsIn } from '#contract/rules/placeholders.ts'

interface TextInsertionOptions {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

/** Puts text into a field where its cursor stands, and goes to the gaps that are left in it. */
export function useTextInsertion({ box, text, setText }: TextInsertionOptions) {
  const awaited = useRef<TextRange>(null)
  const select = ({ start, end }: TextRange) => {
    box.current?.focus()
    box.current?.setSelectionRange(start, end)
  }
  // The field has the new text first.
  useLayoutEffect(() => {
    if (!awaited.current) return
    select(awaited.current)
    awaited.current = null
  })
  const cursor = (): TextRange => {
    const { selectionStart: start = text.length, selectionEnd: end = text.length } = box.current ?? {}
    return { start, end }
  }
  return {
    /** The text of a template, set apart; its first gap is selected then. */
    insert(template: string) {
      const range = cursor()
      const result = insertText(text, range, setApart(text, range, template))
      awaited.current = result.selection
      setText(result.text)
    },
    /** A gap, after which one types on. */
    insertGap(gap: string) {
      const { start, end } = cursor()
      const inserted = `{${gap}}`
      awaited.current = { start: start + inserted.length, end: start + inserted.length }
      setText(insertText(text, { start, end }, inserted).text)
    },
    goToGap(gap: string) {
      const range = gapRange(text, gap)
      if (range) select(range)
    },
  }
}

interface TextRange {
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
