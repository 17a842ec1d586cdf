import type { ReactNode, Ref } from 'react'
import css from './fields.module.css'
import { Icon } from './Icon.tsx'

interface FilterChipProps {
  ref?: Ref<HTMLButtonElement> | undefined
  isOn: boolean
  tone?: 'neutral' | 'soon' | 'bad'
  onChange: (isOn: boolean) => void
  children: ReactNode
}

export const FilterChip = ({ ref, isOn, tone = 'neutral', onChange, children }: FilterChipProps) => (
  <button
    ref={ref}
    type="button"
    className={`inline-row gap-6 nowrap ${css.chip} ${css.filter}`}
    data-tone={tone}
    aria-pressed={isOn}
    onClick={() => onChange(!isOn)}
  >
    {children}
    {isOn && <Icon name="close" size={12} />}
  </button>
)
