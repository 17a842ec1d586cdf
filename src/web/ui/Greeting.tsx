import type { ReactNode } from 'react'
import type { Chunk } from '#web/lib/chunk.ts'
import { Icon } from './Icon.tsx'
import { LazyDropdown, type Dropdown } from './LazyDropdown.tsx'
import css from './frame.module.css'

interface GreetingProps<Part> {
  text: string
  chunk: Chunk<Part>
  children: (part: Part, dropdown: Dropdown) => ReactNode
}

export function Greeting<Part>({ text, chunk, children }: GreetingProps<Part>) {
  return (
    <LazyDropdown
      chunk={chunk}
      popup="menu"
      button={{
        variant: 'subtle',
        classNames: { root: css.target, label: css.name },
        title: text,
        rightSection: <Icon name="down" />,
        children: text,
      }}
    >
      {children}
    </LazyDropdown>
  )
}
