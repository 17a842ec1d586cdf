import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'
import type { ExportChoice } from './ExportFormats.tsx'

const chunk = createChunk(() => import('./ExportFormats.tsx'))
afterFirstView(chunk.preload)

/** Exports the page's list as a file. */
export const ExportMenu = (props: ExportChoice) => (
  <LazyDropdown
    chunk={chunk}
    popup="menu"
    shortcut="export"
    button={{
      variant: 'subtle',
      leftSection: <Icon name="download" />,
      rightSection: <Icon name="down" />,
      children: 'Export',
    }}
  >
    {({ ExportFormats }, dropdown) => <ExportFormats {...props} dropdown={dropdown} />}
  </LazyDropdown>
)
