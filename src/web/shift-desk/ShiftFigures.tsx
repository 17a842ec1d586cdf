import { Link } from 'wouter'
import { figureNames, shiftFigures, type FigureName } from '#contract/rules/shift-figures.ts'
import type { ShiftFigure } from '#contract/shift-desk.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Count } from '#web/ui/Count.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { figureTexts, listAddress } from './figure-texts.ts'
import css from './shift-desk.module.css'

interface ShiftFiguresProps {
  /** `undefined` while they are loading. */
  figures: Record<FigureName, ShiftFigure> | undefined
}

/** What is open, each number a link to its list. Rows fill themselves, however many figures there are. */
export function ShiftFigures({ figures }: ShiftFiguresProps) {
  const now = useNow()
  return (
    <nav className={`flex wrap ${css.figures}`} aria-label="What is open">
      {figureNames.map((name) => {
        const { label, tone, detail } = figureTexts[name]
        const figure = figures?.[name]
        return (
          <Link
            key={name}
            href={listAddress(shiftFigures[name])}
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
