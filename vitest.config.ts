import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with long tests; by default the size of a file decides when it starts. */
const long =
  /\/(backup|embedded-postgres|far-pages|hooks-inbound|mail-providers|meanwhile|move-documents|previews|queues|roles)\.test\.ts$/

const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId)

/** Starts the long files first, so that no worker idles at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)))
  }
}

export default defineConfig({
  test: {
    // More workers than cores, because many tests wait for retries or time limits.
    maxWorkers: Math.min(8, Math.ceil(availableParallelism() * 1.5)),
    // Test files of a worker share imported modules; importing the server for each file takes longer than its tests.
    isolate: false,
    // Most of what a test allocates is soon garbage: more room for it saves an eighth of the processor time.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongFirst },
    // For what hangs; on a machine with ten times the work three minutes are not enough for the longest.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes at once or not at all, on a slow machine a while later.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          // Workers are reused within a project only, so projects run one after the other.
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['test/http/**/*.test.ts', 'test/safety/**/*.test.ts'],
          globalSetup: 'test/support/global-setup.ts',
          setupFiles: 'test/support/built-sandboxes.ts',
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
