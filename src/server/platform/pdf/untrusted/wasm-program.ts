import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)

/**
 * Compiles a WebAssembly file of a package for Emscripten's `instantiateWasm`. Each library instance gets its own
 * memory, so that a malicious file does not reach the next one.
 */
export function wasmProgram(file: string) {
  const program = new WebAssembly.Module(readFileSync(resolve(file)))
  return (
    imports: WebAssembly.Imports,
    onInstance: (instance: WebAssembly.Instance) => void,
  ): WebAssembly.Exports => {
    // A failed instantiation ends the process, and with it the file's task.
    void WebAssembly.instantiate(program, imports).then(onInstance)
    return {}
  }
}
