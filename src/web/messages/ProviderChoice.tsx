import { SegmentedControl } from '@mantine/core'
import type { MailProvider } from '#contract/messages.ts'

interface ProviderChoiceProps {
  providers: readonly MailProvider[]
  /** The first provider if empty */
  value: MailProvider | '' | undefined
  onChange: (provider: MailProvider) => void
  disabled: boolean
}

export function ProviderChoice({ providers, value, onChange, disabled }: ProviderChoiceProps) {
  const [first, second] = providers
  if (first === undefined) return null
  if (second === undefined) return <span className="faint tiny">By {first}</span>
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
