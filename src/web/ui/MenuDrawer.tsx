import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconButton } from './IconButton.tsx'
import css from './frame.module.css'
import { useFocusReturn } from './use-focus-return.ts'

interface MenuDrawerProps {
  title: string
  opened: boolean
  onClose: () => void
  children: ReactNode
}

/** The sidebar under 991 px (spec §2). */
export function MenuDrawer({ title, opened, onClose, children }: MenuDrawerProps) {
  const { contentRef, onExitTransitionEnd } = useFocusReturn(opened)
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      onExitTransitionEnd={onExitTransitionEnd}
      size={300}
      padding={0}
    >
      <Drawer.Overlay />
      <Drawer.Content ref={contentRef} data-scroll-lock>
        <div className={`row spread ${css.drawerHead}`}>
          <Drawer.Title className={css.drawerTitle}>{title}</Drawer.Title>
          <IconButton icon="close" label="Close menu" onClick={onClose} className={css.close} />
        </div>
        <div className={css.drawerBody}>{children}</div>
      </Drawer.Content>
    </Drawer.Root>
  )
}
