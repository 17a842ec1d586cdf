// The thread from the sources: tsx reads TypeScript in a thread only where the thread itself asks for it.
import { register } from 'tsx/esm/api'

register()
await import('./mail-thread.ts')
