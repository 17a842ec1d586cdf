import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { readFactors } from '#contract/second-factor.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { setEnrollingSession } from '#web/lib/enrolment.ts'
import { SignInLayout } from '#web/ui/SignInLayout.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import css from './second-factor.module.css'

/** Replaces every page for a member whose role requires a second factor and who has none (product §5). */
export function EnrolmentPage() {
  const client = useQueryClient()
  const { data } = useRead(readFactors, {})
  const [codes, setCodes] = useState<string[]>()
  const finish = () => {
    // Calls that were refused until now are repeated.
    client.clear()
    setEnrollingSession(undefined)
  }
  const onDone = (recoveryCodes: string[]) => (recoveryCodes.length > 0 ? setCodes(recoveryCodes) : finish())

  return (
    <SignInLayout title="Second factor" subtitle="Your role needs one before anything else">
      <div className={`stack gap-10 ${css.ways}`}>
        <SetUpTotp onDone={onDone} />
        {data?.data.passkeys_unavailable === null && <AddPasskey onDone={onDone} />}
      </div>
      {data && data.data.passkeys_unavailable !== null && (
        <p className={`muted small ${css.hint}`}>{data.data.passkeys_unavailable}</p>
      )}
      <p className={css.end}>
        <Link href={staffScreens.logout.path}>Logout</Link>
      </p>
      <RecoveryCodesDialog codes={codes} onClose={finish} />
    </SignInLayout>
  )
}
