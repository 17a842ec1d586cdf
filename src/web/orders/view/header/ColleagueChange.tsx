import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { changeText, eventLabel, type OrderEvent } from '../history/event-labels.ts'
import css from './header.module.css'

interface ColleagueChangeProps {
  change: OrderEvent | null
  onDismiss: () => void
}

/** A colleague's latest change, until the member acts on the order or closes the note. */
export function ColleagueChange({ change, onDismiss }: ColleagueChangeProps) {
  const words = change && (changeText(change) || eventLabel(change))
  return (
    <output className={css.frame}>
      {change && (
        <span className={`inline-row gap-6 shrinkable nowrap small ${css.note}`}>
          <Icon name="alert" size={14} className={`rigid ${css.icon}`} />
          <span className={css.changeWords} title={`${change.by} · ${words}`}>
            <strong>
              <ExternalText>{change.by}</ExternalText>
            </strong>{' '}
            · {words}
          </span>
          <IconButton icon="close" label="Close the note" onClick={onDismiss} />
        </span>
      )}
    </output>
  )
}
