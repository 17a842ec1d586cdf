import { Button, Modal } from '@mantine/core'
import { aboveDialogs } from './Dialog.tsx'
import css from './dialogs.module.css'
import { useFocusReturn } from './use-focus-return.ts'

export interface ConfirmOptions {
  title: string
  /** The consequence of Yes, in one sentence. */
  text?: string | undefined
  tone?: 'red' | 'ink'
  /** In place of Yes and No, if these would be unclear. */
  yes?: string
  no?: string
}

interface ConfirmDialogProps {
  opened: boolean
  /** The latest question; it stays while the dialog closes. */
  question: ConfirmOptions | undefined
  /** Also called for No. */
  onClose: () => void
  onYes: () => void
}

export function ConfirmDialog({ opened, question, onClose, onYes }: ConfirmDialogProps) {
  const { contentRef, onExitTransitionEnd } = useFocusReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      centered
      size={420}
      zIndex={aboveDialogs}
      transitionProps={{ duration: 300 }}
    >
      <Modal.Overlay transitionProps={{ duration: 150 }} />
      <Modal.Content ref={contentRef} className={css.dialog} data-scroll-lock>
        <Modal.Title className={css.question}>{question?.title}</Modal.Title>
        {question?.text && <Modal.Body className={css.text}>{question.text}</Modal.Body>}
        <div className={`flex gap-8 ${css.buttons}`}>
          <Button data-autofocus onClick={onClose}>
            {question?.no ?? 'No'}
          </Button>
          <Button variant={question?.tone === 'red' ? 'submit' : 'filled'} onClick={onYes}>
            {question?.yes ?? 'Yes'}
          </Button>
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}
