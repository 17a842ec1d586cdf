import { runTask } from '../../sandbox/run-task.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await runTask(tasks)

/** Limit of one WebAssembly memory; a large scan needs about a third. */
const maxMemoryBytes = 512 * 1024 * 1024
const pageBytes = 64 * 1024

/**
 * Limits the memory of PDFium and ZXing at each growth, before the process's own limit: a file that unpacks into more
 * fails.
 */
function limitWasmMemory(): void {
  const prototype = WebAssembly.Memory.prototype
  const grow = prototype.grow
  prototype.grow = function growWithin(this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * pageBytes > maxMemoryBytes)
      throw new RangeError('more memory than a file may take')
    return grow.call(this, pages)
  }
}
