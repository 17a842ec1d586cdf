import { defineConfig } from 'vitest/config'

/** The unit tests that run over the faults which Stryker plants: no other project, so that no database is started. */
export default defineConfig({
  test: {
    // Stryker's own limit ends what hangs.
    testTimeout: 60_000,
    include: ['src/contract/rules/**/*.test.ts', 'trials/mutation/rules-load.test.ts'],
  },
})
