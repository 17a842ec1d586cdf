import { ExternalText } from '#web/ui/ExternalText.tsx'
import { ViewerFace } from './ViewerFace.tsx'
import { useColleaguesAt } from './viewers.ts'
import css from './viewers.module.css'

export function ViewersHere({ orderId }: { orderId: number }) {
  const viewers = useColleaguesAt(orderId)
  return (
    <output className={`flex muted small ${css.here}`}>
      {viewers.map(({ memberId, name }) => (
        <span key={memberId} className="inline-row gap-6 nowrap">
          <ViewerFace name={name} />
          <span className={css.words}>
            <ExternalText>{name}</ExternalText> <span className={css.verb}>is here</span>
          </span>
        </span>
      ))}
    </output>
  )
}
