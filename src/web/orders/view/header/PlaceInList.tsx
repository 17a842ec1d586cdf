import { formatCount } from '#web/ui/format-count.ts'
import { StepButton } from '#web/ui/StepButton.tsx'
import type { PlaceInListProps } from '../use-list-place.ts'

/** The order's position in its list, with links to its neighbours; renders nothing without a list. */
export function PlaceInList({ place, nextOrder, previousOrder }: PlaceInListProps) {
  if (!place) return null
  const isFirst = place.index === 0
  const isLast = !place.isMore && place.index >= place.total - 1
  return (
    <span className="row gap-2 rigid nowrap muted tiny">
      <span>
        {formatCount(place.index + 1)} of {place.isMore && 'more than '}
        {formatCount(place.total)}
      </span>
      <StepButton
        action="previousOrder"
        label="Previous order of the list"
        isAtEnd={isFirst}
        onClick={previousOrder}
      />
      <StepButton action="nextOrder" label="Next order of the list" isAtEnd={isLast} onClick={nextOrder} />
    </span>
  )
}
