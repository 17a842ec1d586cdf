import { useLayoutEffect, useRef, type RefObject } from 'react'
import { gapRange, insertText, setApart, type TextRange } from './text-insertion.ts'

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
