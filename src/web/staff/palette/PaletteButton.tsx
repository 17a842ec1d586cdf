import { Button } from '@mantine/core'
import { useState } from 'react'
import { holdTyping, releaseTyping, useShortcuts } from '#web/lib/shortcuts.ts'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'
import { showToast } from '#web/ui/toast.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Kbd } from '#web/ui/Kbd.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import css from '../staff.module.css'

const Palette = lazyDialog(() => import('./Palette.tsx'), 'Palette')

/** Ctrl K opens the palette, too. */
export function PaletteButton() {
  const [opened, setOpened] = useState(false)
  useShortcuts({
    palette: () => {
      if (opened) return
      // What is entered in a dialog would be lost where the palette leads.
      if (isDialogOpen()) return void showToast({ tone: 'warn', title: 'Close the dialog first' })
      holdTyping()
      setOpened(true)
    },
  })
  const close = () => {
    releaseTyping()
    setOpened(false)
  }
  return (
    <>
      <Button
        className={css.button}
        classNames={{ label: css.label }}
        leftSection={<Icon name="search" />}
        aria-label="Find or do"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K"
        onClick={() => setOpened(true)}
      >
        <span className={css.words}>Find or do</span>
        <Kbd>Ctrl K</Kbd>
      </Button>
      <Palette opened={opened} onClose={close} />
    </>
  )
}
