import { Button } from '@mantine/core'
import { useState } from 'react'
import {
  readFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type Factors,
} from '#contract/second-factor.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { Card } from '#web/ui/Card.tsx'
import { useConfirm } from '#web/ui/confirm.tsx'
import { ListTable, type ListColumn } from '#web/ui/ListTable.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { AddPasskey } from './AddPasskey.tsx'
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import css from './second-factor.module.css'

interface Factor {
  /** Only passkeys have one. */
  id?: string
  name: string
  added: string
  lastUsed: string | null
}

const factorsOf = ({ totp, passkeys }: Factors): Factor[] => [
  ...(totp === null ? [] : [{ name: 'Authenticator app', added: totp, lastUsed: null }]),
  ...passkeys.map(({ id, name, created_at, last_used_at }) => ({
    id,
    name,
    added: created_at,
    lastUsed: last_used_at,
  })),
]

const columns: readonly ListColumn<Factor>[] = [
  { header: 'Second factor', render: ({ name }) => <ExternalText>{name}</ExternalText> },
  { header: 'Kind', render: ({ id }) => (id === undefined ? 'Codes' : 'Passkey') },
  { header: 'Added', render: ({ added }) => estTimestamp(added), noWrap: true },
  { header: 'Last used', render: ({ lastUsed }) => estTimestamp(lastUsed), noWrap: true },
]

/** A member's own second factors (product §5). */
export function SecondFactorCard() {
  const { data, error, refetch } = useRead(readFactors, {}, { showsFailureInline: true })
  const [codes, setCodes] = useState<string[]>()
  const factors = data && factorsOf(data.data)
  const onDone = (recoveryCodes: string[]) => {
    if (recoveryCodes.length > 0) setCodes(recoveryCodes)
  }
  return (
    <Card title="Second factor" count={factors?.length === 0 ? 'Off' : undefined}>
      {factors?.length === 0 ? (
        <p className="muted">
          Your password alone opens your account. With a second factor, a stolen password is not enough.
        </p>
      ) : (
        <FactorTable
          factors={factors}
          failure={
            error
              ? {
                  subject: 'The second factors',
                  ...failureProps(error, refetch),
                }
              : undefined
          }
        />
      )}
      {data && (
        <>
          <div className={`row wrap gap-8 ${css.buttons}`}>
            {data.data.totp === null && <SetUpTotp onDone={onDone} />}
            {data.data.passkeys_unavailable === null && <AddPasskey onDone={onDone} />}
            {factors && factors.length > 0 && (
              <RecoveryCodes left={data.data.recovery_codes_left} onRenewed={setCodes} />
            )}
          </div>
          {data.data.passkeys_unavailable !== null && (
            <p className={`muted small ${css.hint}`}>{data.data.passkeys_unavailable}</p>
          )}
        </>
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />
    </Card>
  )
}

function RecoveryCodes({ left, onRenewed }: { left: number; onRenewed: (codes: string[]) => void }) {
  const { call, busy } = useCall(renewRecoveryCodes, { refreshes: [readFactors] })
  return (
    <>
      <Button
        loading={busy}
        onClick={() => void call({}).then((answer) => answer && onRenewed(answer.data.recoveryCodes))}
      >
        New recovery codes
      </Button>
      <span className={`muted small ${css.hint}`}>{left} of 10 recovery codes left</span>
    </>
  )
}

interface FactorTableProps {
  factors: Factor[] | undefined
  failure: Parameters<typeof ListTable>[0]['subject']
}

function FactorTable({ factors, failure }: FactorTableProps) {
  const confirm = useConfirm()
  const totp = useCall(removeTotp, { refreshes: [readFactors] })
  const passkey = useCall(removePasskey, { refreshes: [readFactors] })

  const handleRemove = async ({ id, name }: Factor) => {
    const isConfirmed = await confirm({
      title: 'Are you sure you want to delete?',
      text: `${name} no longer opens your account.`,
      tone: 'red',
    })
    if (!isConfirmed) return
    const answer = await (id === undefined ? totp.call({}) : passkey.call({ params: { id } }))
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <ListTable
      label="Second factors"
      columns={columns}
      rows={factors}
      rowKey={({ id }) => id ?? ''}
      subject={failure}
      actions={removeButton(totp.busy || passkey.busy, (factor) => void handleRemove(factor))}
    />
  )
}

const removeButton = (busy: boolean, onRemove: (factor: Factor) => void) => (factor: Factor) => (
  <Button
    size="xs"
    variant="danger"
    disabled={busy}
    aria-label={`Remove ${factor.name}`}
    onClick={() => onRemove(factor)}
  >
    Remove
  </Button>
)
