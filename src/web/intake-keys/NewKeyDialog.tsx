import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './NewKeyDialog.module.css'

export interface NewKey {
  name: string
  key: string
}

interface NewKeyDialogProps {
  made: NewKey | undefined
  onClose: () => void
}

/** The only time that a key is seen. While the dialog fades it still shows what it showed. */
export function NewKeyDialog({ made, onClose }: NewKeyDialogProps) {
  const [shown, setShown] = useState(made)
  if (made && made !== shown) setShown(made)
  return (
    <Dialog title={`Intake key ${shown?.name ?? ''}`} opened={made !== undefined} onClose={onClose}>
      {shown && <KeyToCopy key={shown.key} value={shown.key} />}
    </Dialog>
  )
}

function KeyToCopy({ value }: { value: string }) {
  const { copy, copied } = useClipboard({ timeout: 3000 })
  return (
    <>
      <p className={css.text}>It is shown this once. Copy it now, and give it to nobody else.</p>
      <div className={css.line}>
        <TextInput
          className={css.key}
          aria-label="Key"
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          data-autofocus
          variant="filled"
          leftSection={<Icon name={copied ? 'tick' : 'copy'} />}
          onClick={() => copy(value)}
        >
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
    </>
  )
}
