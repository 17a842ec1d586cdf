import { Button } from '@mantine/core'
import { Icon } from './Icon.tsx'

interface ExportLinkProps {
  /** URL of the CSV file; authenticated by the session cookie. */
  href: string
}

/** Saves what the page lists as a CSV file. */
export const ExportLink = ({ href }: ExportLinkProps) => (
  <Button
    component="a"
    variant="subtle"
    href={href}
    download
    title="Save as CSV"
    leftSection={<Icon name="download" />}
  >
    Export
  </Button>
)
