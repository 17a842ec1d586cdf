import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import type { ConfirmOptions } from './ConfirmDialog.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

type ConfirmFunction = (question: ConfirmOptions) => Promise<boolean>

const ConfirmContext = createContext<ConfirmFunction | null>(null)
const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')

/** Resolves to true for Yes, false for No and Escape. */
export function useConfirm(): ConfirmFunction {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a UiProvider above it')
  return confirm
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmOptions>()
  const [opened, setOpened] = useState(false)
  const resolve = useRef<(isConfirmed: boolean) => void>(undefined)

  const confirm = useCallback<ConfirmFunction>((next) => {
    resolve.current?.(false)
    setQuestion(next)
    setOpened(true)
    return new Promise((done) => {
      resolve.current = done
    })
  }, [])

  const handleAnswer = (isConfirmed: boolean) => {
    setOpened(false)
    resolve.current?.(isConfirmed)
    resolve.current = undefined
  }

  return (
    <ConfirmContext value={confirm}>
      {children}
      <ConfirmDialog
        opened={opened}
        question={question}
        onClose={() => handleAnswer(false)}
        onYes={() => handleAnswer(true)}
      />
    </ConfirmContext>
  )
}
