import { runTask } from '#server/platform/sandbox/run-task.ts'
import { tasks } from './tasks.ts'

await runTask(tasks)
