import type { FontBook, Line, TextStyle } from './typesetter.ts'

/** Emphasis of a text; every tone is legible in print and by fax. */
export type Tone = 'plain' | 'strong' | 'quiet'
export type Cell = string | { text: string; tone: Tone }

interface Column {
  title: string
  share: number
  /** Amounts stand at the right edge. */
  align?: 'end'
}

/**
 * `anchor`: a name for finding the heading's page. `room`: the part of a page that must be free for the heading and its
 * content. `size`: points, if not the document's.
 */
export interface Heading {
  kind: 'heading'
  level: 1 | 2 | 3
  text: string
  anchor?: string
  newPage?: boolean
  room?: number
  size?: number
}

export interface Paragraph {
  kind: 'paragraph'
  text: string
  tone?: Tone
  size?: number
}

/** `rowHeads`: the first column names the rows. `headless`: without column titles. */
export interface Table {
  kind: 'table'
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  rowHeads?: boolean
  headless?: boolean
}

/** The rest of a page, reserved for a picture or a page of another document. */
export interface Frame {
  kind: 'frame'
  name: string
  alt: string
}

/** Blocks are in reading order. */
export type Block = Heading | Paragraph | Table | Frame

/** Page size and margins in points; header and footer are in the margins. */
export interface Sheet {
  width: number
  height: number
  top: number
  bottom: number
  left: number
  right: number
}

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `x` is the line's left end. */
export interface PlacedLine {
  x: number
  baseline: number
  line: Line
  style: TextStyle
  tone: Tone
}

/** Content of a structure element on one page. Pages count from 0. */
export interface Mark {
  page: number
  lines: PlacedLine[]
}

export interface Element {
  tag: 'Document' | 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure'
  scope?: 'Column' | 'Row'
  alt?: string
  /** For a figure: the name of its frame. */
  frame?: string
  children: (Element | Mark)[]
}

export interface Fill extends Box {
  page: number
  shade: 'rule' | 'band'
}

export interface Flow {
  pages: number
  root: Element
  fills: Fill[]
  /** Column titles repeated on a table's further pages; artifacts. */
  repeats: Mark[]
  /** `isTop`: the heading is the first thing on its page. */
  anchors: Map<string, { page: number; isTop: boolean }>
  frames: Map<string, Box & { page: number }>
}

export interface LayoutOptions {
  book: FontBook
  sheet: Sheet
  /** Size of running text in points; all other sizes derive from it. */
  size: number
  maxPages: number
}
