import { VisuallyHidden } from '@mantine/core'
import type { OrderViewer } from '#contract/viewers.ts'
import { ViewerFace } from './ViewerFace.tsx'
import css from './viewers.module.css'
import { useColleaguesAt } from './viewers.ts'

const sentence = (viewers: readonly OrderViewer[]) =>
  `${viewers.map(({ name }) => name).join(', ')} ${viewers.length === 1 ? 'has' : 'have'} it open`

export function ViewerFaces({ orderId }: { orderId: number }) {
  const viewers = useColleaguesAt(orderId)
  if (viewers.length === 0) return null
  return (
    <span className={css.faces} title={sentence(viewers)}>
      {viewers.map(({ memberId, name }) => (
        <ViewerFace key={memberId} name={name} />
      ))}
      <VisuallyHidden>{sentence(viewers)}</VisuallyHidden>
    </span>
  )
}
