import type { Mode } from '#contract/rules/queues.ts'

/** The mode as the order view says it. */
export const modeLabels = {
  standard: 'Standard',
  priority: 'Priority',
  future: 'Future',
} as const satisfies Record<Mode, string>
