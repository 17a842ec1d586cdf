import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { nobody } from '#contract/rules/list-filters.ts'
import type { ShiftDesk, ShiftMember } from '#contract/shift-desk.ts'
import { ViewerFace } from '#web/orders/viewers/ViewerFace.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Count } from '#web/ui/Count.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { listAddress } from './figure-texts.ts'
import css from './cards.module.css'
import { ShiftHours, ShiftTrack } from './ShiftTrack.tsx'

const openAddress = (assignee: string) =>
  listAddress({
    of: 'orders',
    queue: 'openOrder',
    filters: { assignee },
    sort: { by: 'due_at', order: 'asc' },
  })

interface LaneProps {
  face: ReactNode
  name: string
  isHere?: boolean
  assignee: string
  open: ShiftMember['open']
  done: string
  children: ReactNode
}

const Lane = ({ face, name, isHere = false, assignee, open, done, children }: LaneProps) => (
  <tr>
    <th scope="row">
      <span className="row gap-8">
        {face}
        <ExternalText className="truncate" title={name}>
          {name}
        </ExternalText>
        {isHere && <VisuallyHidden>, at the desk</VisuallyHidden>}
      </span>
    </th>
    <td className={css.number}>
      <Link
        className={css.open}
        href={openAddress(assignee)}
        aria-label={`Open orders of ${name}: ${open.count}`}
      >
        <Count value={open.count} hasMore={open.more} />
      </Link>
    </td>
    <td className={css.number}>{done}</td>
    <td className={css.memberDay}>{children}</td>
  </tr>
)

const loadingLanes = Array.from({ length: 5 }, (_, at) => (
  <tr key={at}>
    <th scope="row">
      <Skeleton width={120} />
    </th>
    <td className={css.number}>
      <Skeleton width={16} />
    </td>
    <td className={css.number}>
      <Skeleton width={16} />
    </td>
    <td className={css.memberDay}>
      <Skeleton width="100%" height={2} />
    </td>
  </tr>
))

/** Open orders and today's acts of each member; for Admin and Manager (product §4). */
export function MembersCard({ team }: { team: ShiftDesk['team'] }) {
  return (
    <Card title="Members" count="today in Jakarta; tall marks are orders completed, short ones moved">
      <table className={`small tight ${css.lanes}`} aria-label="Members">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>Member</VisuallyHidden>
            </th>
            <th scope="col" className={css.number}>
              open
            </th>
            <th scope="col" className={css.number}>
              done
            </th>
            <th scope="col" className={css.memberDay}>
              <VisuallyHidden>Time line</VisuallyHidden>
              <ShiftHours />
            </th>
          </tr>
        </thead>
        <tbody>
          {team?.members.map(({ id, name, is_here: isHere, open, done, marks }) => (
            <Lane
              key={id}
              face={<ViewerFace name={name} isHere={isHere} />}
              name={name}
              isHere={isHere}
              assignee={String(id)}
              open={open}
              done={formatCount(done)}
            >
              <ShiftTrack marks={marks} />
            </Lane>
          )) ?? loadingLanes}
          {team && (
            <Lane
              face={<ViewerFace name="–" isHere={false} />}
              name="Nobody"
              assignee={nobody}
              open={team.unassigned}
              done="-"
            >
              <span className="faint tiny">Start next takes the most urgent</span>
            </Lane>
          )}
        </tbody>
      </table>
    </Card>
  )
}
