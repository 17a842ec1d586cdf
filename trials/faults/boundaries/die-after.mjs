// Loaded into the built server before it (`--import`). A request with the header `x-die-after: N` ends the process by SIGKILL
// as soon as its N-th statement, file operation or call of the bucket is done: nothing of the server's own runs after it. Where
// there are fewer, the answer says in `x-boundaries` how many there were. With `DIE_AFTER=N` in its environment it ends after
// the N-th of whatever it does once its routes are made: what a start writes, its jobs and its loops.
import { AsyncLocalStorage } from 'node:async_hooks'
import { open } from 'node:fs/promises'
import { Server } from 'node:http'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import pg from 'pg'

const counters = new AsyncLocalStorage()
/** The count outside of requests; undefined while it is not counted. */
let background
const counterNow = () => counters.getStore() ?? background

function pass(counter) {
  counter.passed += 1
  if (counter.passed === counter.last) process.kill(process.pid, 'SIGKILL')
}

/** Wraps a function: a successful end counts as a boundary of the request that calls it. */
const counted = (inner, counts = () => true) =>
  function (...given) {
    const counter = counterNow()
    if (!counter || !counts(...given)) return inner.apply(this, given)
    const callback = given.at(-1)
    if (typeof callback === 'function')
      given[given.length - 1] = (error, ...results) => {
        if (!error) pass(counter)
        callback(error, ...results)
      }
    const answer = inner.apply(this, given)
    if (!(answer instanceof Promise)) return answer
    return answer.then((result) => {
      pass(counter)
      return result
    })
  }

function countRequests() {
  const { emit } = Server.prototype
  Server.prototype.emit = function (event, ...given) {
    const [request, response] = given
    const last = event === 'request' ? Number(request.headers['x-die-after'] ?? 0) : 0
    if (last === 0) return emit.call(this, event, ...given)
    const counter = { last, passed: 0 }
    // The body comes from the socket, whose events belong to no request.
    const emitOfRequest = request.emit
    request.emit = (...event) => counters.run(counter, () => emitOfRequest.apply(request, event))
    const { writeHead } = response
    response.writeHead = (...head) => {
      response.setHeader('x-boundaries', counter.passed)
      return writeHead.apply(response, head)
    }
    return counters.run(counter, () => emit.call(this, event, ...given))
  }
}

function countBackground(last) {
  const { mark } = performance
  performance.mark = (...given) => {
    if (given[0] === 'routes made') background = { last, passed: 0 }
    return mark.apply(performance, given)
  }
}

const createsFile = (_path, flags = 'r') => /[wa]/.test(String(flags))

async function countFiles() {
  const promises = createRequire(import.meta.url)('node:fs/promises')
  for (const name of ['mkdir', 'rename', 'rm', 'unlink', 'writeFile'])
    promises[name] = counted(promises[name])
  const handle = await open('/dev/null')
  const handles = Object.getPrototypeOf(handle)
  await handle.close()
  for (const name of ['writeFile', 'sync']) handles[name] = counted(handles[name])
  promises.open = counted(promises.open, createsFile)
  syncBuiltinESMExports()
}

async function countBucket() {
  const { S3Client } = await import('@aws-sdk/client-s3')
  S3Client.prototype.send = counted(S3Client.prototype.send)
}

if (isMainThread) {
  pg.Client.prototype.query = counted(pg.Client.prototype.query)
  countRequests()
  if (process.env.DIE_AFTER) countBackground(Number(process.env.DIE_AFTER))
  await countFiles()
  if (process.env.S3_BUCKET) await countBucket()
}
