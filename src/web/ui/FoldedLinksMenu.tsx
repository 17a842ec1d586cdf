import { Menu } from '@mantine/core'
import { Link } from 'wouter'
import { Icon } from './Icon.tsx'
import type { Dropdown } from './LazyDropdown.tsx'
import type { SideLink } from './side-links.ts'

interface FoldedLinksMenuProps {
  dropdown: Dropdown
  links: readonly SideLink[]
}

export function FoldedLinksMenu({ dropdown, links }: FoldedLinksMenuProps) {
  return (
    <Menu {...dropdown.props} position="right-start" withinPortal>
      <Menu.Target>{dropdown.target}</Menu.Target>
      <Menu.Dropdown>
        {links.map((link) => (
          <Menu.Item
            key={link.href}
            component={Link}
            href={link.href}
            aria-current={link.isCurrent ? 'page' : undefined}
            leftSection={'icon' in link ? <Icon name={link.icon} /> : undefined}
          >
            {link.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
