import { defineConfig } from '@playwright/test'
import tests from '../playwright.config.ts'

export default defineConfig({
  ...tests,
  testDir: 'browser',
  testMatch: '**/*.trial.ts',
  outputDir: '../test-results/trials',
  globalSetup: '../test/support/global-setup.ts',
  reporter: 'list',
})
