import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { exportFormatLabels, exportFormats, type ExportFormat } from '#contract/rules/export-formats.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { followExport } from './follow-export.ts'

interface ExportMenuProps {
  /** URL of the file; authenticated by the session cookie. */
  urlOf: (file: { format: ExportFormat; exportId?: string }) => string
  /** Of the list, whose export is followed; without it the file is small. */
  followedTitle?: string
}

/** Saves what the page lists as a file. */
export function ExportMenu({ urlOf, followedTitle }: ExportMenuProps) {
  // Of the file that is chosen next, so that a link is all that a browser needs.
  const [exportId, setExportId] = useState('')
  return (
    <Menu onOpen={() => setExportId(crypto.randomUUID())}>
      <Menu.Target>
        <Button variant="subtle" leftSection={<Icon name="download" />} rightSection={<Icon name="down" />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item
            key={format}
            component="a"
            href={urlOf({ format, ...(followedTitle !== undefined && { exportId }) })}
            download
            onClick={() => followedTitle !== undefined && void followExport(exportId, followedTitle)}
          >
            {exportFormatLabels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
