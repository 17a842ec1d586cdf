import type { Mode } from '#contract/rules/queues.ts'

/** Labels of the modes in the order view. */
export const modeLabels = {
  standard: 'Standard',
  priority: 'Priority',
  future: 'Future',
} as const satisfies Record<Mode, string>
