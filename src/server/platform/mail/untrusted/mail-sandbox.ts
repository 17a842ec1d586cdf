import { runTask } from '../../sandbox/run-task.ts'
import { tasks } from './tasks.ts'

await runTask(tasks)
