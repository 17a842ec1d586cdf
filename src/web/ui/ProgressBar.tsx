import css from './fields.module.css'

interface ProgressBarProps {
  label: string
  /** 0 to 1; `undefined` if unknown. */
  value: number | undefined
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <div className="stack gap-4">
      <progress className={css.bar} aria-label={label} value={value} />
      <span className={`faint tiny ${css.label}`} aria-hidden="true">
        {value === undefined ? label : `${label}, ${Math.round(value * 100)} %`}
      </span>
    </div>
  )
}
