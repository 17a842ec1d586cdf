import { runThreadTask } from '../../threads/run-thread-task.ts'
import { tasks } from './tasks.ts'

await runThreadTask(tasks)
