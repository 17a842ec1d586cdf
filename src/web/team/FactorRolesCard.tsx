import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { roles, type Role } from '#contract/rules/roles.ts'
import { readFactorRoles, setFactorRoles } from '#contract/second-factor.ts'
import { useCall, useRead } from '#web/lib/endpoint-hooks.ts'
import { Card } from '#web/ui/Card.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './team.module.css'

/** Which roles must have a second factor; for Admins (product §4). */
export function FactorRolesCard() {
  const { data } = useRead(readFactorRoles, {})
  const { call, busy } = useCall(setFactorRoles, { refreshes: [readFactorRoles] })
  const [chosen, setChosen] = useState<Role[]>()
  const required = chosen ?? data?.data.roles ?? []

  const handleChange = async (role: Role, isRequired: boolean) => {
    const others = required.filter((other) => other !== role)
    const next = isRequired ? [...others, role] : others
    setChosen(next)
    const answer = await call({ body: { roles: next } })
    setChosen(answer?.data.roles)
    if (answer) showToast({ tone: 'good', title: answer.message })
  }

  return (
    <Card title="Second factor by role">
      <p className={`muted small ${css.text}`}>
        Members with a ticked role must set up a second factor before they can work.
      </p>
      <div className="stack gap-8">
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={role}
            checked={required.includes(role)}
            disabled={!data}
            onChange={({ currentTarget }) => {
              if (!busy) void handleChange(role, currentTarget.checked)
            }}
          />
        ))}
      </div>
    </Card>
  )
}
