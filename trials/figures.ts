import { writeFileSync } from 'node:fs'

/** A few words each, which the runner prints as a row and keeps in docs/trials.md. */
export interface Figures {
  /** How much was tried. */
  tried: string
  /** What came of it: what was lost, or the measured figures. */
  found: string
}

/** The file in which the runner expects a trial's figures. */
export const figuresSetting = 'TRIAL_FIGURES'

/** Hands a trial's figures to the runner; the last call counts. Does nothing without the runner. */
export function reportFigures(figures: Figures): void {
  const file = process.env[figuresSetting]
  if (file) writeFileSync(file, JSON.stringify(figures))
}

export const thousands = (count: number): string => count.toLocaleString('en')
