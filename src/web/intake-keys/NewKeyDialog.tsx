import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useState } from 'react'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import css from './intake-keys.module.css'

export interface NewKey {
  name: string
  key: string
}

interface NewKeyDialogProps {
  createdKey: NewKey | undefined
  onClose: () => void
}

/** The only place that shows a key; keeps showing it while the dialog fades out. */
export function NewKeyDialog({ createdKey, onClose }: NewKeyDialogProps) {
  const [displayedKey, setDisplayedKey] = useState(createdKey)
  if (createdKey && createdKey !== displayedKey) setDisplayedKey(createdKey)
  return (
    <Dialog
      title={`Intake key ${displayedKey?.name ?? ''}`}
      opened={createdKey !== undefined}
      onClose={onClose}
    >
      {displayedKey && <CopyableKey key={displayedKey.key} value={displayedKey.key} />}
    </Dialog>
  )
}

function CopyableKey({ value }: { value: string }) {
  const { copy, copied } = useClipboard({ timeout: 3000 })
  return (
    <>
      <p className={`muted ${css.text}`}>This key is shown only once. Copy it now and keep it secret.</p>
      <div className="flex gap-8">
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
