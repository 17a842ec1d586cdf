import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { rememberBackTarget } from '#web/lib/back-target.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useScrollRestoration } from '#web/lib/use-scroll-restoration.ts'
import { failureProps } from '#web/lib/failure-props.ts'
import { StartNextButton } from '#web/orders/StartNextButton.tsx'
import { useCurrentMember } from '#web/session/auth.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { figureList, figureNames, type FigureName } from '#contract/rules/shift-figures.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import type { ShiftDesk, ShiftFigure } from '#contract/shift-desk.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Count } from '#web/ui/Count.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ArrivalsCard } from './ArrivalsCard.tsx'
import { MembersCard } from './MembersCard.tsx'
import { PromisesCard } from './PromisesCard.tsx'
import { clockText } from './shift-clock.ts'
import { shiftDeskQuery } from './shift-desk-query.ts'
import css from './shift-desk.module.css'
import { figureTexts, listAddress } from './figure-texts.ts'

const heading = 'Shift desk'

/** `/admin/shift`: open work, its assignees, and today's arrivals without a document (product §12). */
export function ShiftDeskPage() {
  const me = useCurrentMember()
  const container = useRef<HTMLDivElement>(null)
  const { data, error, isFetching, refetch } = useQuery(shiftDeskQuery())
  useScrollRestoration(container, data ? heading : null)
  useEffect(() => rememberBackTarget({ href: location.pathname, label: heading }), [])
  const handleRefresh = () => void refetch()
  const desk = data?.data
  const seesMembers = me.can('seeShiftByMember')
  const seesPromises = me.can('seeOrderProcessed')

  return (
    <>
      <PageHeading
        count={<Clocks />}
        onRefresh={handleRefresh}
        isRefreshing={isFetching}
        main={<StartNextButton isMain />}
      >
        {heading}
      </PageHeading>
      {!desk && error ? (
        <EmptyState kind="failure" subject="The shift desk" {...failureProps(error, refetch)} />
      ) : (
        <div className={css.desk} ref={container}>
          {desk && <SilentSites sites={desk.silent_sites} />}
          <ShiftFigures figures={desk?.figures} />
          <div className={css.columns} data-single={!(seesMembers || seesPromises) || undefined}>
            {(seesMembers || seesPromises) && (
              <div className="shrinkable">
                {seesMembers && <MembersCard team={desk?.team} />}
                {seesPromises && <PromisesCard days={desk?.promises} />}
              </div>
            )}
            <div className="shrinkable">
              <ArrivalsCard desk={desk} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** A component of its own, so that only the clocks render each minute. */
const Clocks = () => clockText(useNow())

interface ShiftFiguresProps {
  /** `undefined` while loading. */
  figures: Record<FigureName, ShiftFigure> | undefined
}

/** Each figure links to its list. The figures of the last row share its width. */
function ShiftFigures({ figures }: ShiftFiguresProps) {
  const now = useNow()
  const me = useCurrentMember()
  return (
    <nav className={`flex wrap ${css.figures}`} aria-label="What is open">
      {figureNames.map((name) => {
        const { label, tone, detail } = figureTexts[name]
        const figure = figures?.[name]
        return (
          <Link
            key={name}
            href={listAddress(figureList(name, me.can('seeOrderHistory')))}
            className={`stack shrinkable ${css.figure}`}
            data-tone={figure?.count === 0 ? 'none' : tone}
          >
            <b className={`medium ${css.count}`}>
              <Count value={figure?.count} hasMore={figure?.more} />
            </b>
            <span className="small tight medium">{label}</span>
            <small className={`faint tiny ${css.detail}`}>
              {figure ? detail(figure, now) : <Skeleton width={96} height={8} />}
            </small>
          </Link>
        )
      })}
    </nav>
  )
}

/** Sites from which no order comes though several are expected (product §14). */
function SilentSites({ sites }: { sites: ShiftDesk['silent_sites'] }) {
  const me = useCurrentMember()
  if (sites.length === 0) return null
  return (
    <div className={`flex gap-8 warning small tight ${css.silence}`} role="alert">
      <Icon name="alert" size={14} />
      <ul className="stack gap-4 shrinkable">
        {sites.map(({ domain, since }) => (
          <li key={domain}>
            No orders from <b className="medium">{domain}</b> since {estTimestamp(since)}
          </li>
        ))}
      </ul>
      {me.can('setGateway') && (
        <Link className="push-end rigid" href={staffScreens.gatewaySetting.path}>
          {staffScreens.gatewaySetting.label}
        </Link>
      )}
    </div>
  )
}
