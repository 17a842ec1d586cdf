import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './Icon.tsx'
import css from './WhoMenu.module.css'

interface WhoMenuItem {
  label: string
  icon: IconName
  href: string
}

interface WhoMenuProps {
  /** As in 'Welcome Ayu Lestari'. */
  greeting: string
  items: readonly WhoMenuItem[]
  /** Further items, which stand first. */
  children?: ReactNode
}

/** The greeting in the top bar, with its dropdown. */
export function WhoMenu({ greeting, items, children }: WhoMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button variant="subtle" className={css.target} rightSection={<Icon name="down" />}>
          {greeting}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        {items.map((item) => (
          <Menu.Item
            key={item.href}
            component={Link}
            href={item.href}
            leftSection={<Icon name={item.icon} />}
          >
            {item.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
