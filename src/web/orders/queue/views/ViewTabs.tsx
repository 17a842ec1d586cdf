import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import type { SavedView } from '#contract/views.ts'
import { type QueueName, queues } from '#contract/rules/queues.ts'
import { Count } from '#web/ui/Count.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { ListView } from '../list/list-view.ts'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useViews } from './use-views.ts'
import { viewAddress } from './view-address.ts'
import { ViewActs } from './ViewActs.tsx'
import css from './views.module.css'

export interface ViewTabsProps {
  queue: QueueName
  view: ListView
}

/** The saved views of a queue as a line of links, what can be done with the open one, and Save view. */
export function ViewTabs({ queue, view }: ViewTabsProps) {
  const [isSaving, setIsSaving] = useState(false)
  const views = (useViews() ?? []).filter((saved) => saved.queue === queue)
  const current = views.find(({ id }) => id === view.savedView)
  return (
    <nav className={`row gap-2 ${css.views}`} aria-label="Views" data-empty={views.length === 0 || undefined}>
      <Link
        className={`inline-row gap-6 rigid muted small ${css.view}`}
        href={queues[queue].path}
        aria-current={current ? undefined : 'page'}
      >
        All
      </Link>
      {views.map((saved) => (
        <ViewLink key={saved.id} saved={saved} isCurrent={saved === current} />
      ))}
      {current && <ViewActs key={current.id} saved={current} view={view} />}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Icon name="plus" size={13} />}
        onClick={() => setIsSaving(true)}
      >
        Save view
      </Button>
      <SaveViewDialog queue={queue} view={view} opened={isSaving} onClose={() => setIsSaving(false)} />
    </nav>
  )
}

const ViewLink = ({ saved, isCurrent }: { saved: SavedView; isCurrent: boolean }) => (
  <Link
    className={`inline-row gap-6 rigid muted small ${css.view}`}
    href={viewAddress(saved)}
    aria-current={isCurrent ? 'page' : undefined}
    title={saved.is_shared ? 'Belongs to all' : undefined}
  >
    {saved.is_shared && <Icon name="users" size={13} />}
    {saved.name} <Count value={saved.count} hasMore={saved.more} className={`faint ${css.count}`} />
  </Link>
)
