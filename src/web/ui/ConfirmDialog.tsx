import { Button, Modal } from '@mantine/core'
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { aboveDialogs } from './Dialog.tsx'
import css from './ConfirmDialog.module.css'

export interface ConfirmOptions {
  title: string
  /** The consequence of Yes, in one sentence. */
  text?: string | undefined
  /** `red` for destructive actions. */
  tone?: 'red' | 'ink'
}

type ConfirmFunction = (question: ConfirmOptions) => Promise<boolean>

const ConfirmContext = createContext<ConfirmFunction | null>(null)

/** Asks with No and Yes; the promise is true for Yes, false for No and Escape. */
export function useConfirm(): ConfirmFunction {
  const confirm = use(ConfirmContext)
  if (!confirm) throw new Error('useConfirm needs a UiProvider above it')
  return confirm
}

/** Provides the page's only confirm dialog; part of UiProvider. */
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
      <Modal.Root
        opened={opened}
        onClose={() => handleAnswer(false)}
        centered
        size={420}
        zIndex={aboveDialogs}
        transitionProps={{ duration: 300 }}
      >
        <Modal.Overlay transitionProps={{ duration: 150 }} />
        <Modal.Content className={css.dialog} data-scroll-lock>
          <Modal.Title className={css.title}>{question?.title}</Modal.Title>
          {question?.text && <Modal.Body className={css.text}>{question.text}</Modal.Body>}
          <div className={css.buttons}>
            <Button data-autofocus onClick={() => handleAnswer(false)}>
              No
            </Button>
            <Button
              variant={question?.tone === 'red' ? 'submit' : 'filled'}
              onClick={() => handleAnswer(true)}
            >
              Yes
            </Button>
          </div>
        </Modal.Content>
      </Modal.Root>
    </ConfirmContext>
  )
}
