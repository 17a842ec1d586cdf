import { Button, type ButtonProps } from '@mantine/core'
import { useId, useImperativeHandle, useState, type ReactElement, type ReactNode, type Ref } from 'react'
import { useChunk, type Chunk } from '#web/lib/chunk.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Closed } from './Closed.tsx'
import { loadOrTell } from './load-or-tell.ts'

/** Props and target of a Mantine Menu or Popover. */
export interface Dropdown {
  props: { id: string; opened: boolean; onChange: (opened: boolean) => void }
  target: ReactElement
}

interface LazyDropdownProps<Part> {
  /** The dropdown's code with Mantine's positioning. */
  chunk: Chunk<Part>
  popup: 'menu' | 'dialog'
  button: ButtonProps & { title?: string; 'aria-label'?: string; children: ReactNode }
  /** Its key opens the dropdown, too. */
  shortcut?: KeyAction
  children: (part: Part, dropdown: Dropdown) => ReactNode
}

/** A button with a lazily loaded dropdown; an early click opens it once loaded. */
export function LazyDropdown<Part>({ chunk, popup, button, shortcut, children }: LazyDropdownProps<Part>) {
  const part = useChunk(chunk)
  const id = useId()
  const [element, setElement] = useState<HTMLButtonElement | null>(null)
  const [opened, setOpened] = useState(false)
  const handleClick = () => {
    setOpened(!opened)
    void loadOrTell(chunk, () => setOpened(false))
  }
  const keyProps = useKeyProps()
  useShortcuts(shortcut ? { [shortcut]: handleClick } : {})
  return (
    <>
      <Button
        {...(shortcut && keyProps(shortcut))}
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

/** Gives Mantine the button, which is already rendered. */
function Anchor({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element])
  return null
}
