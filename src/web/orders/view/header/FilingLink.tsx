import { Link, useLocation } from 'wouter'
import { filingPath } from '#contract/rules/staff-addresses.ts'
import { sameList } from '#web/lib/back-target.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import css from './header.module.css'

export function FilingLink({ orderId }: { orderId: number }) {
  const [, navigate] = useLocation()
  const href = filingPath(orderId)
  useShortcuts({ filing: () => navigate(href, { state: sameList() }) })
  return (
    <KeyButton
      renderRoot={(props) => <Link {...props} href={href} state={sameList()} />}
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      action="filing"
    >
      Filing sheet
    </KeyButton>
  )
}
