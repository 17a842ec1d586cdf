import { expect, test } from 'vitest'

const rules = import.meta.glob(['../../src/contract/rules/*.ts', '!**/*.test.ts'])

// Stryker counts failed tests: a fault that keeps a file from loading would leave it without any.
test.each(Object.entries(rules))('%s loads', async (_, load) => expect(await load()).toBeDefined())
