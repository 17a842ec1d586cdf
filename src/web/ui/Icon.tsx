/** Stroke icons on a 16 by 16 grid, one path each. */
const paths = {
  alert: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 5v3.6M8 10.9h.01',
  arrival: 'm4 4 8 8M12 5.6V12H5.6',
  block: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM3.8 12.2l8.4-8.4',
  calendar: 'M3 4.2h10v9H3zM3 7h10M5.8 2.6v2.6M10.2 2.6v2.6',
  card: 'M2.5 4h11v8.3h-11zM2.5 6.8h11M4.8 10h2',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.8V8l2.2 1.4',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.8 5.8h7.4v7.4H5.8zM10.2 5.6V2.8H2.8v7.4h2.8',
  departure: 'm4 12 8-8M5.6 4H12v6.4',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  download: 'M8 3v7.3M5 7.4l3 3 3-3M3 11v2.3h10V11',
  eye: 'M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8ZM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
  file: 'M4 2.5h5l3 3v8H4zM9 2.5v3h3',
  filter: 'M2.5 3.2h11L9.4 8.3v3.6l-2.8 1.6V8.3z',
  flag: 'M4 13.5v-11M4 3h8l-1.8 2.8L12 8.6H4',
  globe:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM2.2 8h11.6M8 2c2 1.8 2.6 3.8 2.6 6S10 12.2 8 14c-2-1.8-2.6-3.8-2.6-6S6 3.8 8 2Z',
  help: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM6.3 6.5a1.75 1.75 0 1 1 2.6 1.5c-.6.3-.9.6-.9 1.2M8 11.3h.01',
  history: 'M2.7 8a5.3 5.3 0 1 0 1.6-3.8M2.7 2.7v2.6h2.6M8 5.2V8l2 1.4',
  invoice: 'M4 2.5h8v11l-2-1.2-2 1.2-2-1.2-2 1.2zM6.3 5.6h3.4M6.3 8.2h3.4',
  key: 'M9.8 9.4a3.4 3.4 0 1 0-3.2-3.2L2.7 10v3.2h2.8v-1.9h1.9V9.6h2z M10.6 5.4h.01',
  lock: 'M4 7.2h8v6H4zM5.6 7.2V5.4a2.4 2.4 0 0 1 4.8 0v1.8',
  left: 'M9.5 4.5 6 8l3.5 3.5',
  mail: 'M2.5 4h11v8.3h-11zM2.8 4.4 8 8.6l5.2-4.2',
  mailProblem: 'M13.5 7.5V4h-11v8.3H8M2.8 4.4 8 8.6l5.2-4.2M10.6 10.4l3 3M13.6 10.4l-3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  more: 'M3 8h.8M7.6 8h.8M12.2 8h.8',
  note: 'M3 2.8h10v7.6L10.4 13H3zM10.2 12.8v-2.6h2.6M5.4 5.8h5.2M5.4 8.4h3',
  ok: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM5.4 8.2l1.8 1.8 3.5-3.8',
  out: 'M9.5 3H3.2v10h6.3M7 8h6.5M11 5.4 13.6 8 11 10.6',
  panel: 'M2.5 3h11v10h-11zM6.3 3v10M8.6 6.6 10 8l-1.4 1.4',
  columns: 'M2.5 3h11v10h-11zM6.2 3v10M9.8 3v10',
  phone:
    'M4.3 2.6h2l1 3L5.8 6.7a7.3 7.3 0 0 0 3.5 3.5l1.1-1.5 3 1v2a1.4 1.4 0 0 1-1.5 1.4A10.2 10.2 0 0 1 2.9 4.1a1.4 1.4 0 0 1 1.4-1.5z',
  pen: 'M3 13l.6-2.7L10.8 3l2.2 2.2-7.3 7.2z',
  plus: 'M8 3.2v9.6M3.2 8h9.6',
  refresh: 'M13 6.2A5.3 5.3 0 0 0 3.3 5.6M3 9.8a5.3 5.3 0 0 0 9.7.6M3 2.8v3h3M13 13.2v-3h-3',
  reply: 'M6.5 4 3 7.5 6.5 11M3.2 7.5h5.3a4.5 4.5 0 0 1 4.5 4.5v.8',
  right: 'M6.5 4.5 10 8l-3.5 3.5',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.4 10.4 13.5 13.5',
  send: 'M13.5 2.5 7 9M13.5 2.5 9.3 13.5 7 9 2.5 6.7z',
  shield: 'M8 2.2 13 4v4c0 3-2.1 5-5 6-2.9-1-5-3-5-6V4zM5.6 8l1.7 1.7 3-3.2',
  shift: 'M2.5 12.5a5.9 5.9 0 1 1 11 0M8 10.5l2.6-3.4M4 12.5h8',
  sort: 'M8 3v10M4.8 9.8 8 13l3.2-3.2',
  stop: 'M5.4 2.4h5.2l3 3v5.2l-3 3H5.4l-3-3V5.4zM8 5v3.6M8 10.9h.01',
  stats: 'M3 13.2V8.5M6.4 13.2V3M9.7 13.2V6.5M13 13.2V4.8',
  tick: 'm3.5 8.4 3 3 6-6.6',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5M6.8 7v3.8M9.2 7v3.8',
  undo: 'M6 3.2 3 6.2l3 3M3.2 6.2h6a3.6 3.6 0 0 1 0 7.2H6',
  up: 'm4.5 9.5 3.5-3.5 3.5 3.5',
  upload: 'M8 10.5v-7M5 6.2 8 3.2l3 3M3 10.5v2.7h10v-2.7',
  warn: 'M8 2.8 14 13H2zM8 6.6v3M8 11.4h.01',
  bolt: 'M8.8 2 4 9h3.4L6.8 14 12 6.8H8.4z',
  user: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8ZM3 13.4c.3-2.5 2.3-3.9 5-3.9s4.7 1.4 5 3.9',
  users:
    'M6 7.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6ZM2 13c.2-2.4 1.8-3.8 4-3.8s3.8 1.4 4 3.8M10.4 3.2a2.2 2.2 0 0 1 0 4M11.6 9.5c1.4.5 2.3 1.7 2.4 3.5',
} as const

export type IconName = keyof typeof paths

interface IconProps {
  name: IconName
  /** px. */
  size?: number
  className?: string | undefined
}

/** Hidden from screen readers; the text or the button's label is read. */
export function Icon({ name, size = 16, className }: IconProps) {
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
      <path d={paths[name]} />
    </svg>
  )
}
