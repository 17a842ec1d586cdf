import { runTask } from '../../sandbox/run-task.ts'
import { limitWasmMemory } from './memory.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await runTask(tasks)
