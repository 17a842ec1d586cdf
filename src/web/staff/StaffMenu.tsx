import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { Greeting } from '#web/ui/Greeting.tsx'

const chunk = createChunk(() => import('./StaffMenuDropdown.tsx'))
afterFirstView(chunk.preload)

/** The greeting with its dropdown (spec §2, Top bar). */
export function StaffMenu() {
  const { name } = useCurrentMember()
  return (
    <Greeting text={`Welcome ${name}`} chunk={chunk}>
      {({ StaffMenuDropdown }, dropdown) => <StaffMenuDropdown dropdown={dropdown} />}
    </Greeting>
  )
}
