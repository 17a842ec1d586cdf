import { Button, type ButtonProps } from '@mantine/core'
import { useId, useImperativeHandle, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { useChunk, type Chunk } from '#web/lib/chunk.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import { Closed } from './Closed.tsx'
import { loadOrTell } from './load-or-tell.ts'

/** What a Menu or Popover of Mantine's needs: its props, and what stands in its Target. */
export interface Dropdown {
  props: { id: string; opened: boolean; onChange: (opened: boolean) => void }
  target: ReactElement
}

interface LazyDropdownProps<Part> {
  /** The dropdown's code, and with it the library that places it. */
  chunk: Chunk<Part>
  popup: 'menu' | 'dialog'
  button: ButtonProps & { title?: string; 'aria-label'?: string; children: ReactNode }
  /** Whose key opens it as well. */
  shortcut?: KeyAction
  children: (part: Part, dropdown: Dropdown) => ReactNode
}

/** A button whose dropdown comes in a chunk of its own; a click before that opens it as soon as it is there. */
export function LazyDropdown<Part>({ chunk, popup, button, shortcut, children }: LazyDropdownProps<Part>) {
  const part = useChunk(chunk)
  const id = useId()
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [opened, setOpened] = useState(false)
  const handleClick = () => {
    setOpened(!opened)
    void loadOrTell(chunk, () => setOpened(false))
  }
  useShortcuts(shortcut ? { [shortcut]: handleClick } : {})
  return (
    <>
      <Button
        {...(shortcut && shortcutProps(shortcut))}
        {...button}
        ref={setElement}
        id={`${id}-target`}
        aria-haspopup={popup}
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        onClick={handleClick}
      />
      {part !== undefined && element !== null && (
        <Closed>
          {(isMounted) =>
            children(part, {
              props: { id, opened: opened && isMounted, onChange: setOpened },
              target: <Anchor element={element} />,
            })
          }
        </Closed>
      )}
    </>
  )
}

/** Stands for the button, which is there already. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}
