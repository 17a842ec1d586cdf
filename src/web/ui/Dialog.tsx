import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import css from './dialogs.module.css'
import { useFocusReturn } from './use-focus-return.ts'

/** Mantine's dialogs are at 200, popovers at 300. */
export const aboveDialogs = 250

const widths = { form: 480, wide: 860, full: 1040 } as const

/** The open state has no transform, which would clip a calendar at the dialog's edge. */
const rise = {
  in: { opacity: 1 },
  out: { opacity: 0, transform: 'translateY(8px) scale(0.97)' },
  transitionProperty: 'opacity, transform',
}

interface DialogProps {
  title: string
  opened: boolean
  onClose: () => void
  size?: keyof typeof widths
  /** Unsaved input: a click outside does not close the dialog. */
  isDirty?: boolean
  /** Opens above another dialog. */
  isAbove?: boolean
  children: ReactNode
  footer?: ReactNode
}

/** The focus starts at `data-autofocus`, else at the first field. */
export function Dialog({
  title,
  opened,
  onClose,
  size = 'form',
  isDirty = false,
  isAbove = false,
  children,
  footer,
}: DialogProps) {
  const { contentRef, onExitTransitionEnd } = useFocusReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      closeOnClickOutside={!isDirty}
      zIndex={isAbove ? aboveDialogs : undefined}
      classNames={{ content: css.content }}
      centered
      size={widths[size]}
      transitionProps={{ duration: 300, transition: rise }}
    >
      <Modal.Overlay transitionProps={{ duration: 150 }} />
      <Modal.Content ref={contentRef} data-scroll-lock>
        <Modal.Title className={css.title}>{title}</Modal.Title>
        <Modal.Body className={css.body}>{children}</Modal.Body>
        {footer && <div className={`flex gap-8 ${css.footer}`}>{footer}</div>}
        {/* Last, so that the focus starts in the first field. */}
        <IconButton icon="close" label="Close" onClick={onClose} className={css.close} />
      </Modal.Content>
    </Modal.Root>
  )
}
