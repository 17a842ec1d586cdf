import css from './Logo.module.css'

const gatePath = 'M13.6 4.8v21.8H5v-6h2.6v-5.8h2.6v-5.6zM18.4 4.8v21.8H27v-6h-2.6v-5.8h-2.6v-5.6z'

export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className={css.mark}>
      <rect width="32" height="32" rx="8" className={css.ground} />
      <path d={gatePath} className={css.gate} />
    </svg>
  )
}

export function RoundLogoMark({ size = 72 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 72 72" aria-hidden="true" className={css.mark}>
      <circle cx="36" cy="36" r="36" className={css.ground} />
      <path d={gatePath} transform="translate(14 13) scale(1.375)" className={css.gate} />
    </svg>
  )
}

interface LogoProps {
  name: string
  /** Hidden on a phone. */
  tagline?: string | undefined
}

export function Logo({ name, tagline }: LogoProps) {
  return (
    <span className={css.logo}>
      <LogoMark />
      <b className={css.name}>{name}</b>
      {tagline && (
        <span className={css.tagline}>
          <span className={css.dash}>– </span>
          {tagline}
        </span>
      )}
    </span>
  )
}
