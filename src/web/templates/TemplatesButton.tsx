import type { TemplatePurpose } from '#contract/rules/templates.ts'
import type { Template } from '#contract/templates.ts'
import { createChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { ActionKbd } from '#web/ui/Kbd.tsx'
import { LazyDropdown } from '#web/ui/LazyDropdown.tsx'

const chunk = createChunk(() => import('./TemplateMenu.tsx'))
afterFirstView(chunk.preload)

interface TemplatesButtonProps {
  purpose: TemplatePurpose
  /** The customer's language in the order. */
  language: string | null
  shortcut?: KeyAction
  onChoose: (template: Template) => void
  onClose: () => void
}

export const TemplatesButton = ({ shortcut, ...menu }: TemplatesButtonProps) => (
  <LazyDropdown
    chunk={chunk}
    popup="dialog"
    {...(shortcut && { shortcut })}
    button={{
      variant: 'subtle',
      size: 'xs',
      children: <>Templates {shortcut && <ActionKbd action={shortcut} />}</>,
    }}
  >
    {({ TemplateMenu }, dropdown) => <TemplateMenu {...menu} dropdown={dropdown} />}
  </LazyDropdown>
)
