import type { FontBook, Line, TextStyle } from './typesetter.ts'

/** Emphasis of a text; every tone is legible in print and by fax. */
export type Tone = 'plain' | 'strong' | 'quiet'
export type Cell = string | { text: string; tone: Tone }

interface Column {
  title: string
  /** Its part of the width, in relation to the others. */
  share: number
  /** Amounts stand at the right edge. */
  align?: 'end'
}

/**
 * `anchor`: the name by which its page is found. `room`: so much of a page must be left for it and what
 * follows. `size`: other than the document's, in points. */
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

/** `rowHeads`: the first column names the rows. `headless`: the titles are left out. */
export interface Table {
  kind: 'table'
  columns: readonly Column[]
  rows: readonly (readonly Cell[])[]
  rowHeads?: boolean
  headless?: boolean
}

/** The rest of a page, kept free for a picture or a page of another document. */
export interface Frame {
  kind: 'frame'
  name: string
  alt: string
}

/** A block of a document; blocks are in reading order. */
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

/** In points, from the top left of a page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** `x` of the line's left end, and its baseline. */
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

/** A structure element of the tagged document. */
export interface Element {
  tag: 'Document' | 'H1' | 'H2' | 'H3' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure'
  scope?: 'Column' | 'Row'
  alt?: string
  /** Of a figure: what fills it. */
  frame?: string
  children: (Element | Mark)[]
}

export interface Fill extends Box {
  page: number
  shade: 'rule' | 'band'
}

/** Blocks laid out on pages. */
export interface Flow {
  pages: number
  root: Element
  fills: Fill[]
  /** Column titles repeated on a table's further pages: no content of their own. */
  repeats: Mark[]
  /** `isTop`: the heading is the first thing on its page. */
  anchors: Map<string, { page: number; isTop: boolean }>
  frames: Map<string, Box & { page: number }>
}

export interface LayoutOptions {
  book: FontBook
  sheet: Sheet
  /** Of running text, in points; everything else follows it. */
  size: number
  maxPages: number
}
