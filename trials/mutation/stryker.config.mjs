// Faults planted into the rules that server and web share; run by `npm run trial -- mutation-rules`.
export default {
  mutate: [
    'src/contract/rules/**/*.ts',
    '!**/*.test.ts',
    // Tables of data alone: a second copy in a test would be all that could see a fault.
    '!src/contract/rules/preflight/tables/*.ts',
    '!src/contract/rules/{country-table,translated-languages,order-fields}.ts',
  ],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'trials/mutation/vitest.config.ts' },
  // No such file: Stryker would rewrite it by TypeScript's JavaScript API, which version 7 does not have.
  tsconfigFile: 'none.json',
  coverageAnalysis: 'perTest',
  concurrency: 2,
  tempDirName: '.cache/stryker/scratch',
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: '.cache/stryker/report.json' },
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  allowConsoleColors: false,
  thresholds: { high: 100, low: 95, break: null },
}
