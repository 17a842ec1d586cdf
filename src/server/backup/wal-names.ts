/** A segment: timeline, and its place in the log (segments of 16 MiB). */
const segment = /^([0-9A-F]{8})([0-9A-F]{8})(000000[0-9A-F]{2})$/
const other = /^[0-9A-F]{8}\.history$|^[0-9A-F]{24}\.[0-9A-F]{8}\.backup$/

export const isSegment = (name: string) => segment.test(name)
/** What PostgreSQL archives and asks for. */
export const isWalFile = (name: string) => isSegment(name) || other.test(name)

/** The same on every timeline: the how manieth segment of the log it is. */
export function segmentNumber(name: string): number {
  const [, , log = '', part = ''] = segment.exec(name) ?? []
  return Number.parseInt(log, 16) * 256 + Number.parseInt(part, 16)
}

/** Of a segment or of another file of the log. */
export const timelineOf = (name: string): number => Number.parseInt(name.slice(0, 8), 16)

const hex8 = (n: number) => n.toString(16).toUpperCase().padStart(8, '0')

/** The reverse, on the timeline of another segment. */
export const segmentName = (ofTimeline: string, number: number): string =>
  ofTimeline.slice(0, 8) + hex8(Math.floor(number / 256)) + hex8(number % 256)

export const walObject = (name: string) => `wal/${name.slice(0, 8)}/${name}`
export const walNameOf = (object: string) => object.slice(object.lastIndexOf('/') + 1)
