import css from './ProgressBar.module.css'

interface ProgressBarProps {
  /** What is under way, as in 'Uploading approved.pdf'. */
  label: string
  /** 0 to 1; `undefined` when nobody knows how far it is. */
  value: number | undefined
}

/** How far something is that takes a while, such as an upload. */
export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <div className={css.progress}>
      <progress className={css.bar} aria-label={label} value={value} />
      <span className={css.label} aria-hidden="true">
        {value === undefined ? label : `${label}, ${Math.round(value * 100)} %`}
      </span>
    </div>
  )
}
