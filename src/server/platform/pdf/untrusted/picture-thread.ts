import { runThreadTask } from '../../threads/whole-life.ts'
import { limitWasmMemory } from './memory.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await runThreadTask(tasks)
