/** A subset of `web/ui/Icon.tsx`, to keep the bundle small. */
const paths = {
  alert: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.6M8 10.9h.01',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.4',
  close: 'm4 4 8 8M12 4l-8 8',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  download: 'M8 3v7.3M5 7.4l3 3 3-3M3 11v2.3h10V11',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2.2 8h11.6M8 2c2 1.8 2.6 3.8 2.6 6S10 12.2 8 14c-2-1.8-2.6-3.8-2.6-6S6 3.8 8 2Z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  ok: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.4 8.2l1.8 1.8 3.5-3.8',
  tick: 'm3.5 8.4 3 3 6-6.6',
} as const

interface DrawingProps {
  /** In a 16 × 16 viewBox */
  path: string
  /** Width and height in px */
  size?: number
  className?: string | undefined
}

/** A stroke icon in the text colour, hidden from screen readers. */
export function Drawing({ path, size = 16, className }: DrawingProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

interface IconProps extends Omit<DrawingProps, 'path'> {
  name: keyof typeof paths
}

export const Icon = ({ name, ...drawing }: IconProps) => <Drawing path={paths[name]} {...drawing} />
