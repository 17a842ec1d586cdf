import { Menu } from '@mantine/core'
import { useState } from 'react'
import { exportFormatLabels, exportFormats, type ExportFormat } from '#contract/rules/export-formats.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'
import { followExport } from './follow-export.ts'

export interface ExportChoice {
  /** URL of the file; authenticated by the session cookie. */
  urlOf: (file: { format: ExportFormat; exportId?: string }) => string
  /** Of the list, whose export is followed; without it the file is small. */
  followedTitle?: string
}

/** What the export button opens: the formats, as links to their files. */
export function ExportFormats({ dropdown, urlOf, followedTitle }: ExportChoice & { dropdown: Dropdown }) {
  const { opened } = dropdown.props
  // Of the file that is chosen next, so that a link is all that a browser needs; another for each opening.
  const [{ wasOpened, exportId }, setOpening] = useState({ wasOpened: false, exportId: '' })
  if (opened !== wasOpened)
    setOpening({ wasOpened: opened, exportId: opened ? crypto.randomUUID() : exportId })
  return (
    <Menu {...dropdown.props}>
      <Menu.Target>{dropdown.target}</Menu.Target>
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
