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

/** Reports a trial's figures, prints up to 50 violations, and sets the exit code. */
export function conclude(violations: readonly string[], figures: Figures): void {
  reportFigures(figures)
  for (const line of violations.slice(0, 50)) console.log(`✗ ${line}`)
  console.log(violations.length === 0 ? 'no violations' : `${violations.length} violations`)
  process.exitCode = violations.length === 0 ? 0 : 1
}

export const thousands = (count: number): string => count.toLocaleString('en')
