import { Menu } from '@mantine/core'
import { Icon } from '#web/ui/Icon.tsx'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'

interface ViewMenuProps {
  dropdown: Dropdown
  /** Only Admins and Managers change shared views. */
  canChange: boolean
  isPinned: boolean
  onPin: () => void
  onRename: () => void
  onDelete: () => void
}

export const ViewMenu = ({ dropdown, canChange, isPinned, onPin, onRename, onDelete }: ViewMenuProps) => (
  <Menu {...dropdown.props} position="bottom-start">
    <Menu.Target>{dropdown.target}</Menu.Target>
    <Menu.Dropdown>
      <Menu.Item leftSection={<Icon name="panel" />} onClick={onPin}>
        {isPinned ? 'Take out of the sidebar' : 'Put into the sidebar'}
      </Menu.Item>
      {canChange && (
        <>
          <Menu.Item leftSection={<Icon name="pen" />} onClick={onRename}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="trash" />} onClick={onDelete}>
            Delete
          </Menu.Item>
        </>
      )}
    </Menu.Dropdown>
  </Menu>
)
