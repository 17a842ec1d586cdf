import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

/** Trials in a browser that are written as tests. */
export default defineConfig({
  ...tests,
  testDir: 'browser',
  testMatch: '**/*.trial.ts',
  outputDir: '../test-results/trials',
  globalSetup: '../test/support/global-setup.ts',
  reporter: 'list',
})
