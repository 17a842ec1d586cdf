import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/**
 * Compiles a WebAssembly file of a package, as Emscripten's `instantiateWasm`: each library that is made with it gets an
 * instance and a memory of its own, so that what one file has taken over is not given the next.
 */
export function wasmProgram(file: string) {
  const program = new WebAssembly.Module(readFileSync(resolve(file)))
  return (
    imports: WebAssembly.Imports,
    onInstance: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports => {
    // One that cannot be made ends the process, and with it the file's task.
    void WebAssembly.instantiate(program, imports).then(onInstance)
    return {}
  }
}
