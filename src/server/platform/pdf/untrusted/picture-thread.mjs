// The thread from the sources: tsx reads TypeScript in a thread only where the thread itself asks for it.
// Tests set `builtServer` instead, because built threads start in a fifth of the time.
import { getEnvironmentData } from 'node:worker_threads'

const builtServer = getEnvironmentData('builtServer')
if (typeof builtServer === 'string') {
  await import(`${builtServer}picture-thread.js`)
} else {
  const { register } = await import('tsx/esm/api')
  register()
  await import('./picture-thread.ts')
}
