import type { OrderDetails } from '#contract/order-details.ts'
import { displayText } from '#contract/rules/display-text.ts'
import { cutField } from '#contract/rules/field-lengths.ts'
import { CorrectButton } from '#web/corrections/CorrectButton.tsx'
import { hasIdentityNumbers } from '#web/identity-numbers/mask-order.ts'
import { ShowNumbersButton } from '#web/identity-numbers/ShowNumbersButton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { toneOf } from '#web/preflight/findings.ts'
import { SmallTable } from '#web/ui/SmallTable.tsx'

type Member = OrderDetails['familyMember'][number]

const cutColumn = (label: string, key: 'family_member_name' | 'family_passport_number') => ({
  label,
  key,
  of: (member: Member) => cutField(key, member[key]),
})

const columns = [
  cutColumn('Name', 'family_member_name'),
  cutColumn('Passport', 'family_passport_number'),
  {
    label: 'Nationality',
    key: 'family_nationality',
    of: (member: Member) =>
      [
        displayText.countries(member.family_nationality),
        displayText.countries(member.family_other_nationalities),
      ]
        .filter((text) => text.trim() !== '')
        .join(', '),
  },
  {
    label: 'Relationship',
    key: 'family_relationship',
    of: (member: Member) => displayText.text(member.family_relationship),
  },
]

export function FamilySection({ order }: { order: OrderDetails }) {
  const members = order.familyMember
  return (
    <Card
      title="Family Information"
      count={members.length || undefined}
      end={
        <>
          {hasIdentityNumbers(members) && <ShowNumbersButton />}
          <CorrectButton order={order} section="family" />
        </>
      }
    >
      {members.length === 0 ? (
        <EmptyState kind="list" />
      ) : (
        <SmallTable
          label="Family Information"
          columns={columns}
          rows={members}
          toneOf={(row, column) => toneOf(order, `familyMember.${row}.${columns[column]?.key}`)}
        />
      )}
    </Card>
  )
}
