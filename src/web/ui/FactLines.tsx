import { Fragment, type ReactNode } from 'react'
import css from './facts.module.css'

export const FactLines = ({ lines }: { lines: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={`stack small tight ${css.lines}`}>
    {lines.map(({ label, value }) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
