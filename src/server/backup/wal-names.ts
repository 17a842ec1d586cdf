/** Timeline and position of a segment of 16 MiB. */
const segment = /^([0-9A-F]{8})([0-9A-F]{8})(000000[0-9A-F]{2})$/
const other = /^[0-9A-F]{8}\.history$|^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/

export const isSegment = (name: string) => segment.test(name)
/** Files that PostgreSQL archives and requests. */
export const isWalFile = (name: string) => isSegment(name) || other.test(name)

/** The position in the WAL, equal on all timelines. */
export function segmentNumber(name: string): number {
  const [, , log = '', part = ''] = segment.exec(name) ?? []
  return Number.parseInt(log, 16) * 256 + Number.parseInt(part, 16)
}

/** Also for other WAL files. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

const hex8 = (n: number) => n.toString(16).toUpperCase().padStart(8, '0')

/** The name on the timeline of `ofTimeline`. */
export const segmentName = (ofTimeline: string, number: number): string =>
  ofTimeline.slice(0, 8) + hex8(Math.floor(number / 256)) + hex8(number % 256)

export const walObject = (name: string) => `wal/${name.slice(0, 8)}/${name}`
export const walNameOf = (object: string) => object.slice(object.lastIndexOf('/') + 1)
