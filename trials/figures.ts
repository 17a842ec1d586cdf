import { writeFileSync } from 'node:fs'

/** Short texts that the runner prints and keeps in docs/trials.md. */
export interface Figures {
  tried: string
  found: string
}

export const figuresSetting = 'TRIAL_FIGURES'

/** Hands a trial's figures to the runner; the last call counts. Does nothing without the runner. */
export function reportFigures(figures: Figures): void {
  const file = process.env[figuresSetting]
  if (file) writeFileSync(file, JSON.stringify(figures))
}

export const thousands = (count: number): string => count.toLocaleString('en')
