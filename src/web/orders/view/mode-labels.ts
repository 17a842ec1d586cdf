import type { Mode } from '#contract/rules/queues.ts'

export const modeLabels = {
  standard: 'Standard',
  priority: 'Priority',
  future: 'Future',
} as const satisfies Record<Mode, string>
