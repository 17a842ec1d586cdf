import { useEffect, useRef, useState } from 'react'

/** False where the browser has no clipboard (plain http) or refuses it. */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

function select(shown: HTMLElement) {
  if (!(shown instanceof HTMLInputElement)) return getSelection()?.selectAllChildren(shown)
  shown.focus()
  shown.select()
}

/** For what shows that copying failed. */
export const notCopiedText = 'Not copied. It is selected: press Ctrl C.'

/** Copies text. Where the browser refuses, selects the element that shows it. */
export function useCopy() {
  const [state, setState] = useState<'none' | 'copied' | 'failed'>('none')
  const resetting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(resetting.current), [])

  const copy = async (text: string, shown?: HTMLElement | null): Promise<boolean> => {
    clearTimeout(resetting.current)
    const isCopied = await writeClipboard(text)
    setState(isCopied ? 'copied' : 'failed')
    if (isCopied) resetting.current = setTimeout(() => setState('none'), 3000)
    else if (shown) select(shown)
    return isCopied
  }
  return { state, copy }
}
