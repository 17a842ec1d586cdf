import type { ReactNode } from 'react'
import type { MailProvider } from '#contract/messages.ts'
import { ProviderChoice } from './ProviderChoice.tsx'
import css from './messages.module.css'
import { useProviders } from './providers.ts'

interface ProviderRowProps {
  /** The default provider if empty */
  value: MailProvider | '' | undefined
  onChange: (provider: MailProvider) => void
  disabled: boolean
  children: ReactNode
}

export function ProviderRow({ children, ...choice }: ProviderRowProps) {
  return (
    <div className={`row wrap ${css.row}`}>
      <ProviderChoice providers={useProviders()} {...choice} />
      <div className="flex push-end">{children}</div>
    </div>
  )
}
