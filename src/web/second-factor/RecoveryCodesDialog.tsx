import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { saveAsFile } from '#web/lib/save-as-file.ts'
import { CopyButton } from '#web/ui/CopyButton.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './second-factor.module.css'

interface RecoveryCodesDialogProps {
  codes: readonly string[] | undefined
  onClose: () => void
}

/** The only place that shows recovery codes; keeps them while the dialog fades out. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const [displayed, setDisplayed] = useState(codes)
  const list = useRef<HTMLOListElement>(null)
  if (codes && codes !== displayed) setDisplayed(codes)
  const text = (displayed ?? []).join('\n')
  return (
    <Dialog
      title="Recovery codes"
      opened={codes !== undefined}
      onClose={onClose}
      isDirty
      footer={
        <Button data-autofocus variant="filled" onClick={onClose}>
          I have kept them
        </Button>
      }
    >
      <p className="muted">
        Each of these opens your account once, when you have lost your second factor. They are shown only now:
        keep them where nobody else finds them.
      </p>
      <ol ref={list} className={css.codes} aria-label="Recovery codes">
        {displayed?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={`row wrap gap-8 ${css.buttons}`}>
        <Button
          leftSection={<Icon name="download" />}
          onClick={() => saveAsFile('recovery-codes.txt', `${text}\n`)}
        >
          Download
        </Button>
        <CopyButton text={text} label="Copy" shown={list} />
      </div>
    </Dialog>
  )
}
