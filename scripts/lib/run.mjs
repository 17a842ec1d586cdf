import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from './project.mjs'

const signals = ['SIGINT', 'SIGTERM']

/**
 * Runs a command to completion with its output on standard error; throws if it fails. A SIGINT or
 * SIGTERM received meanwhile ends first the command, then this process.
 */
export async function run(command, args, env = process.env) {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', process.stderr, process.stderr] })
  let received
  const relay = (signal) => {
    received = signal
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, relay)
  const [code, signal] = await once(child, 'exit')
  for (const signal of signals) process.off(signal, relay)
  if (received) process.kill(process.pid, received)
  const line = [command, ...args].join(' ')
  if (signal === 'SIGKILL') throw new Error(`${line} was killed: it may lack memory (1 GB is enough).`)
  if (code !== 0) throw new Error(`${line} failed.`)
}
