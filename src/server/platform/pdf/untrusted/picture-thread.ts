import { runThreadTask } from '../../threads/run-thread-task.ts'
import { limitWasmMemory } from './memory.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await runThreadTask(tasks)
