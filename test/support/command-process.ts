import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from '#server/platform/project-root.ts'

export interface EndedCommand {
  code: number | null
  signal: NodeJS.Signals | null
  /** Both outputs. */
  said: string
}

/**
 * Runs a command of the built `cli.ts` to its end; `heard` is called with all it has said so far, and may kill it.
 * `folder`: of another version.
 */
export async function runCommand(
  args: readonly string[],
  env: Record<string, string>,
  heard: (said: string, kill: () => void) => void = () => {},
  folder = projectRoot(),
): Promise<EndedCommand> {
  const child = spawn(process.execPath, ['dist/server/cli.js', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let said = ''
  const hear = (part: Buffer) => {
    said += part.toString()
    heard(said, () => child.kill('SIGKILL'))
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  await once(child, 'close')
  return { code: child.exitCode, signal: child.signalCode, said }
}
