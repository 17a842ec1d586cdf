import { SegmentedControl } from '@mantine/core'
import type { MailProvider } from '#contract/messages.ts'
import css from './ProviderChoice.module.css'

interface ProviderChoiceProps {
  providers: readonly MailProvider[]
  /** The default one where nothing is chosen. */
  value: MailProvider | '' | undefined
  onChange: (provider: MailProvider) => void
  disabled: boolean
}

/** By which of the configured providers a mail goes; with a single one there is nothing to choose. */
export function ProviderChoice({ providers, value, onChange, disabled }: ProviderChoiceProps) {
  const [first, second] = providers
  if (first === undefined) return null
  if (second === undefined) return <span className={css.only}>By {first}</span>
  return (
    <SegmentedControl<MailProvider>
      aria-label="Mail provider"
      size="xs"
      data={[...providers]}
      value={value || first}
      onChange={onChange}
      disabled={disabled}
    />
  )
}
