import { Menu } from '@mantine/core'
import type { MouseEvent } from 'react'
import { exportFormatLabels, exportFormats, type ExportFormat } from '#contract/rules/export-formats.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { fileFailure } from '#web/lib/client.ts'
import type { Dropdown } from '#web/ui/LazyDropdown.tsx'

export interface ExportChoice {
  /** Authenticated by the session cookie. */
  urlOf: (format: ExportFormat) => string
}

let frame: HTMLIFrameElement | undefined

/**
 * The browser saves the file, shows progress and can cancel. An answer that is saved loads no document in the frame, so a
 * document that loads is a refusal.
 */
function saveFile(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  frame?.remove()
  const opened = document.createElement('iframe')
  opened.hidden = true
  opened.src = event.currentTarget.href
  opened.addEventListener('load', () => {
    const answer = opened.contentDocument?.querySelector('pre')?.textContent ?? ''
    opened.remove()
    showFailure(fileFailure(answer))
  })
  document.body.append(opened)
  frame = opened
}

export function ExportFormats({ dropdown, urlOf }: ExportChoice & { dropdown: Dropdown }) {
  return (
    <Menu {...dropdown.props}>
      <Menu.Target>{dropdown.target}</Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} component="a" href={urlOf(format)} download onClick={saveFile}>
            {exportFormatLabels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
