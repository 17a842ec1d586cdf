import { defineConfig } from 'vitest/config'

/** Trials that are written as tests; the runner names the file that it wants. */
export default defineConfig({
  test: {
    root: new URL('../', import.meta.url).pathname,
    include: ['trials/**/*.trial.ts'],
    exclude: ['trials/browser/**'],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/built-sandboxes.ts',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
