import { listFaults } from '#contract/self-check.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useIsFirstViewShown } from '#web/lib/first-view.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from '#web/ui/notices.module.css'

const refetchMs = 60_000

/** Tells an Admin what the server cannot do at the moment, and why (product §10). */
export function FaultsNotice() {
  const me = useCurrentMember()
  const isFirstViewShown = useIsFirstViewShown()
  const { data } = useRead(
    listFaults,
    {},
    {
      enabled: isFirstViewShown && me.can('seeFaults'),
      refetchInterval: refetchMs,
      showsFailureInline: true,
    },
  )
  const faults = data?.data ?? []
  if (faults.length === 0) return null
  return (
    <output className={`row gap-8 rigid warning small tight ${css.notice}`}>
      <Icon name="warn" />
      <span>
        {faults.map(({ part, lacks, why }) => (
          <span key={part} className={css.fault}>
            {lacks.charAt(0).toUpperCase() + lacks.slice(1)} ({why}).
          </span>
        ))}
      </span>
    </output>
  )
}
