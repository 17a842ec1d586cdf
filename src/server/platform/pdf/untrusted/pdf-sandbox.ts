import { runTask } from '../../sandbox/run-task.ts'
import { tasks } from './tasks.ts'

limitWasmMemory()
await runTask(tasks)

/** Bytes that one WebAssembly memory may reach; a large scan needs about a third of them. */
const maxMemoryBytes = 512 * 1024 * 1024
const pageBytes = 64 * 1024

/**
 * Limits the memory of PDFium and ZXing at once, before the process is looked at and killed: a file that unpacks into
 * more than that fails.
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
