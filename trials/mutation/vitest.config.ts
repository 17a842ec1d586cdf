import { defineConfig } from 'vitest/config'

/** The unit tests that run over the faults which Stryker plants: no other project, so that no database is started. */
export default defineConfig({
  test: { include: ['src/contract/rules/**/*.test.ts', 'trials/mutation/rules-load.test.ts'] },
})
