import { useRef, useState } from 'react'

interface OncePerKey<Key> {
  /** Runs `task` unless it is running or has succeeded for this key. The task resolves to true on success. */
  run: (key: Key, task: () => Promise<boolean>) => Promise<void>
  isRunning: (key: Key) => boolean
  isDone: (key: Key) => boolean
}

export function useOncePerKey<Key>(): OncePerKey<Key> {
  const startedKeys = useRef(new Set<Key>())
  const [running, setRunning] = useState<ReadonlySet<Key>>(new Set())
  const [done, setDone] = useState<ReadonlySet<Key>>(new Set())

  const run = async (key: Key, task: () => Promise<boolean>) => {
    if (startedKeys.current.has(key)) return
    startedKeys.current.add(key)
    setRunning((now) => new Set([...now, key]))
    const succeeded = await task()
    if (succeeded) setDone((now) => new Set([...now, key]))
    else startedKeys.current.delete(key)
    setRunning((now) => new Set([...now].filter((it) => it !== key)))
  }
  return { run, isRunning: (key) => running.has(key), isDone: (key) => done.has(key) }
}
