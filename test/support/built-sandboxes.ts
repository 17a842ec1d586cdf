// Sandboxes run from the build, because from the sources each process would first load a compiler.
import { runFromBuild } from '#server/platform/entries.ts'
import { keepSandboxes } from './kept-sandboxes.ts'

runFromBuild(new URL('../../dist/server/', import.meta.url))
keepSandboxes()
