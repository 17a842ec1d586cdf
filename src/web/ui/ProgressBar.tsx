import css from './fields.module.css'

interface ProgressBarProps {
  /** The running task, as in 'Uploading approved.pdf'. */
  label: string
  /** 0 to 1; `undefined` when the progress is unknown. */
  value: number | undefined
}

/** The progress of a longer task, such as an upload. */
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
