import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Icon, type IconName } from './Icon.tsx'
import type { Dropdown } from './LazyDropdown.tsx'

interface UserMenuItem {
  label: string
  icon: IconName
  href: string
}

interface UserMenuProps {
  dropdown: Dropdown
  items: readonly UserMenuItem[]
  /** Further items, which stand first. */
  children?: ReactNode
}

/** The dropdown of the greeting in the top bar. */
export function UserMenu({ dropdown, items, children }: UserMenuProps) {
  return (
    <Menu {...dropdown.props}>
      <Menu.Target>{dropdown.target}</Menu.Target>
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
