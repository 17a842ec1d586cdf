import { useLayoutEffect, useRef, type RefObject } from 'react'
import { gapsIn } from '#contract/rules/placeholders.ts'

interface TextInsertionOptions {
  box: RefObject<HTMLTextAreaElement | null>
  text: string
  setText: (text: string) => void
}

export function useTextInsertion({ box, text, setText }: TextInsertionOptions) {
  const pendingSelection = useRef<TextRange>(null)
  const select = ({ start, end }: TextRange) => {
    box.current?.focus()
    box.current?.setSelectionRange(start, end)
  }
  // The selection is set after the field has rendered the new text.
  useLayoutEffect(() => {
    if (!pendingSelection.current) return
    select(pendingSelection.current)
    pendingSelection.current = null
  })
  const cursor = (): TextRange => {
    const { selectionStart: start = text.length, selectionEnd: end = text.length } = box.current ?? {}
    return { start, end }
  }
  return {
    /** Separates the template from adjacent words and selects its first gap. */
    insert(template: string) {
      const range = cursor()
      const result = insertText(text, range, setApart(text, range, template))
      pendingSelection.current = result.selection
      setText(result.text)
    },
    insertGap(gap: string) {
      const { start, end } = cursor()
      const inserted = `{${gap}}`
      pendingSelection.current = { start: start + inserted.length, end: start + inserted.length }
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

/** The first gap of a name. */
export function gapRange(text: string, gap: string): TextRange | null {
  const start = text.indexOf(`{${gap}}`)
  return start < 0 ? null : { start, end: start + gap.length + 2 }
}

/** Adds a space where an insertion would touch a word. */
export function setApart(text: string, { start, end }: TextRange, inserted: string): string {
  const before = /\S$/.test(text.slice(0, start)) && /^\S/.test(inserted) ? ' ' : ''
  const after = /^[\p{L}\p{N}]/u.test(text.slice(end)) && /\S$/.test(inserted) ? ' ' : ''
  return before + inserted + after
}

/** The new text, and the selection: the first gap of the insertion, else its end. */
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
