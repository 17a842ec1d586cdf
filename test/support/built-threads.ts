// Server threads run from the build, because from the sources each thread would first load a compiler.
import { setEnvironmentData } from 'node:worker_threads'

setEnvironmentData('builtServer', new URL('../../dist/server/', import.meta.url).href)
