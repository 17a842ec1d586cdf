import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useEffect } from 'react'
import { readAuditChain, verifyAudit, type ChainState } from '#contract/audit.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { shortHash } from './audit-labels.ts'
import css from './audit.module.css'

/** ms between two looks at how far a verification has come. */
const pollMs = 1000

/** How far the chain is verified, with its head to take away. */
export function ChainBar() {
  const { data, error, refetch } = useRead(readAuditChain, {}, { showsFailureInline: true })
  const { call, busy } = useCall(verifyAudit, { refreshes: [readAuditChain] })
  const state = data?.data
  const isRunning = state?.isRunning ?? false
  // The first entries are chained, and verified, a moment after they are written.
  const isSettled = !state || (!isRunning && (state.verified !== null || state.faultCount > 0))
  useEffect(() => {
    if (isSettled) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [isSettled, refetch])

  if (!state)
    return (
      <div className={`row gap-10 small tight ${css.chainBar}`} aria-busy={!error}>
        {error && (
          <>
            <p className={`shrinkable ${css.text}`}>The chain could not be read. {error.message}</p>
            <Button size="xs" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
      </div>
    )
  return (
    <div className={`row gap-10 small tight ${css.chainBar}`} data-bad={state.faultCount > 0 || undefined}>
      <Icon name={state.faultCount > 0 ? 'alert' : 'shield'} size={18} className={`rigid ${css.mark}`} />
      <div className={`shrinkable ${css.text}`} aria-live="polite">
        <ChainText state={state} />
        {state.faults.length > 0 && (
          <ul className={`muted ${css.faults}`}>
            {state.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex gap-6 push-end">
        {state.head && <CopyHead head={state.head} />}
        <Button
          size="xs"
          loading={busy || isRunning}
          onClick={() => void call({ body: { fromStart: true } })}
        >
          Verify again
        </Button>
      </div>
    </div>
  )
}

function ChainText({ state: { head, verified, isRunning, faultCount } }: { state: ChainState }) {
  if (!head) return <p>No entry is chained yet.</p>
  if (faultCount > 0)
    return (
      <p>
        <b>The chain does not verify</b>: {formatCount(faultCount)} {faultCount === 1 ? 'fault' : 'faults'}.
        The command verify-audit names all of them.
      </p>
    )
  if (isRunning || !verified)
    return (
      <p>
        Verifying the chain: {formatCount(verified?.seq ?? 0)} of {formatCount(head.seq)} entries
      </p>
    )
  return (
    <p>
      <b>Chain verified</b> to entry {formatCount(verified.seq)} at {estDateTime(verified.at)} EST
      <span className={`nowrap muted ${css.hash}`}>head {shortHash(verified.hash)}</span>
    </p>
  )
}

/** For a time stamp, and to compare the chain with later. */
function CopyHead({ head }: { head: NonNullable<ChainState['head']> }) {
  const { copy, copied } = useClipboard({ timeout: 3000 })
  return (
    <Button
      size="xs"
      leftSection={<Icon name={copied ? 'tick' : 'copy'} size={14} />}
      onClick={() => copy(JSON.stringify(head))}
    >
      {copied ? 'Copied' : 'Copy head'}
    </Button>
  )
}
