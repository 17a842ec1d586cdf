import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'
import { Link } from 'wouter'
import { useCurrentMember } from '#web/session/auth.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { menuLinks } from './screens.tsx'

/** The greeting's menu: colour scheme, personal pages, Logout (spec §2, Top bar). */
export function StaffMenuDropdown({ dropdown }: { dropdown: Dropdown }) {
  const me = useCurrentMember()
  const items = menuLinks
    .filter(({ menu, permission }) => (menu === 'user' || menu === 'end') && me.can(permission))
    .flatMap(({ label, path: href, symbol }) =>
      'icon' in symbol ? [{ label, href, icon: symbol.icon }] : [],
    )
  return (
    <Menu {...dropdown.props}>
      <Menu.Target>{dropdown.target}</Menu.Target>
      <Menu.Dropdown>
        <ColorSchemeMenuItems />
        {items.map(({ label, href, icon }) => (
          <Menu.Item key={href} component={Link} href={href} leftSection={<Icon name={icon} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const choices: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Same as the device' },
]

function ColorSchemeMenuItems() {
  // Holding transitions back would write a style element, which the content security policy refuses.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const handleChange = (value: string) => {
    const choice = choices.find((option) => option.value === value)
    if (choice) setColorScheme(choice.value)
  }
  return (
    <>
      <Menu.RadioGroup value={colorScheme} onChange={handleChange}>
        <Menu.Label>Colour scheme</Menu.Label>
        {choices.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  )
}
