import { Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './Icon.tsx'
import css from './UserMenu.module.css'

interface UserMenuItem {
  label: string
  icon: IconName
  href: string
}

interface UserMenuProps {
  /** As in 'Welcome Ayu Lestari'. */
  greeting: string
  items: readonly UserMenuItem[]
  /** Further items, which stand first. */
  children?: ReactNode
}

/** The greeting in the top bar, with its dropdown. */
export function UserMenu({ greeting, items, children }: UserMenuProps) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          classNames={{ root: css.target, label: css.name }}
          title={greeting}
          rightSection={<Icon name="down" />}
        >
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
