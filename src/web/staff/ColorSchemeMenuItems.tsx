import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'

const choices: readonly { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Same as the device' },
]

/** Light or dark, as items of a menu. */
export function ColorSchemeMenuItems() {
  // To hold back transitions Mantine would write a style into the page, which the policy forbids.
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
