import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { createChunk, useChunk } from '#web/lib/chunk.ts'
import { afterFirstView } from '#web/lib/first-view.ts'
import { Closed } from './Closed.tsx'
import { loadOrTell } from './load-or-tell.ts'

interface DialogProps {
  opened: boolean
  onClose: () => void
}

/** A dialog in its own chunk, loaded after the first view, or when it is opened before that. */
export function lazyDialog<Name extends string, Props extends DialogProps>(
  importPart: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): ComponentType<Props> {
  const chunk = createChunk(importPart)
  afterFirstView(chunk.preload)
  return function LazyDialog(props: Props) {
    const { opened, onClose } = props
    const Dialog: ComponentType<Props> | undefined = useChunk(chunk)?.[name]
    const [wasOpened, setWasOpened] = useState(opened)
    if (opened && !wasOpened) setWasOpened(true)
    const handleFailure = useEffectEvent(onClose)
    useEffect(() => {
      if (opened) void loadOrTell(chunk, () => handleFailure())
    }, [opened])
    // Stays mounted after the first opening, for the closing transition.
    if (!Dialog || !wasOpened) return null
    return <Closed>{(isMounted) => <Dialog {...props} opened={opened && isMounted} />}</Closed>
  }
}
