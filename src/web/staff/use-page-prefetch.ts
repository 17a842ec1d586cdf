import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { matchRoute, useRouter } from 'wouter'
import { useCurrentMember } from '#web/session/auth.ts'
import { pages } from './screens.tsx'

/** The link of ours that an event is about. */
function linkOf({ target }: Event): URL | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  return link && link.origin === location.origin ? new URL(link.href) : null
}

/**
 * Loads the page that a link leads to as soon as the link is pointed at or has the focus: its code, and what may be read
 * before it is opened: nothing that is recorded as seen.
 */
export function usePagePrefetch(): void {
  const client = useQueryClient()
  const me = useCurrentMember()
  const { parser } = useRouter()

  useEffect(() => {
    const pageAt = ({ pathname }: URL) =>
      pages.find(({ pattern, permission }) => matchRoute(parser, pattern, pathname)[0] && me.can(permission))
    const handleIntent = (event: Event) => {
      const address = linkOf(event)
      const page = address && pageAt(address)
      if (!page) return
      page.preload?.()
      page.readOnIntent?.(client, address)
    }
    document.addEventListener('pointerover', handleIntent, { passive: true })
    document.addEventListener('focusin', handleIntent)
    return () => {
      document.removeEventListener('pointerover', handleIntent)
      document.removeEventListener('focusin', handleIntent)
    }
  }, [client, me, parser])
}
