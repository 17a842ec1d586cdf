import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export type Run = (command: string, args: readonly string[]) => Promise<{ stdout: string; stderr: string }>

export const createRun =
  (env: NodeJS.ProcessEnv, cwd: string): Run =>
  async (command, args) => {
    try {
      return await execute(command, args, { env, cwd, maxBuffer: 1 << 28 })
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      const said = `${stdout}${stderr}`.trim().split('\n').slice(-30).join('\n')
      throw new Error(`${command} ${args.join(' ')}:\n${said}`, { cause: error })
    }
  }
