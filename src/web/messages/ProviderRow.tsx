import type { ReactNode } from 'react'
import type { MailProvider } from '#contract/messages.ts'
import { ProviderChoice } from './ProviderChoice.tsx'
import css from './messages.module.css'
import { useProviders } from './providers.ts'

interface ProviderRowProps {
  /** The chosen provider; the default one where nothing is chosen. */
  value: MailProvider | '' | undefined
  onChange: (provider: MailProvider) => void
  disabled: boolean
  /** The button that sends. */
  children: ReactNode
}

/** The end of a form that sends a mail: by which provider, and the button at the other side. */
export function ProviderRow({ children, ...choice }: ProviderRowProps) {
  return (
    <div className={`row wrap ${css.row}`}>
      <ProviderChoice providers={useProviders()} {...choice} />
      <div className="flex push-end">{children}</div>
    </div>
  )
}
