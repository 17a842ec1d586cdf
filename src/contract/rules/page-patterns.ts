/** Whether a path, without its search part, is one of these addresses; a `*` at the end of one stands for any rest. */
export const matchesAny = (patterns: readonly string[], path: string): boolean =>
  patterns.some((pattern) =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
