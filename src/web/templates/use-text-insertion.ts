import { useLayoutEffect, useRef, type RefObject } from 'react'
import { gapRange, insertText, type TextRange } from './text-insertion.ts'

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
  return {
    /** Its first gap is selected then, unless it is a gap itself that is put in. */
    insert(inserted: string, { selectsGap = true } = {}) {
      const { selectionStart: start = text.length, selectionEnd: end = text.length } = box.current ?? {}
      const result = insertText(text, { start, end }, inserted)
      const atEnd = start + inserted.length
      awaited.current = selectsGap ? result.selection : { start: atEnd, end: atEnd }
      setText(result.text)
    },
    goToGap(gap: string) {
      const range = gapRange(text, gap)
      if (range) select(range)
    },
  }
}
