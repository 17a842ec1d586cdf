import css from './notices.module.css'

interface SkeletonProps {
  /** px or any CSS length. */
  width: number | string
  /** As `width`; 10 for a line of text. */
  height?: number | string
}

export function Skeleton({ width, height = 10 }: SkeletonProps) {
  return <span className={css.bar} style={{ inlineSize: width, blockSize: height }} aria-hidden="true" />
}
