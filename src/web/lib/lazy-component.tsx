import { lazy, useState, type ComponentType } from 'react'
import { createChunk, type Chunk } from './chunk.ts'

type LazyComponent<Props> = ComponentType<Props> & Pick<Chunk<unknown>, 'preload'>

/** Skips Suspense if the chunk is loaded already, so that no empty frame is rendered. */
export function lazyComponent<Name extends string, Props extends object>(
  importPart: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  const { load, loaded, preload } = createChunk(importPart)
  const Waiting = lazy<ComponentType<Props>>(async () => ({ default: (await load())[name] }))
  function Lazy(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => loaded()?.[name] ?? Waiting)
    return <Shown {...props} />
  }
  return Object.assign(Lazy, { preload })
}
