import type { BrowserContext } from '@playwright/test'
import { noOperators, type Operators } from './keystroke-level.ts'

/** What a page was given: a key, a press of the pointer where it stood, or a file that was dropped. */
interface InputEvent {
  type: 'keydown' | 'pointerdown' | 'drop'
  x: number
  y: number
}

export interface Recording {
  operators: Operators
  clicks: number
  keys: number
  /** px that the pointer went, from press to press. */
  way: number
}

/** Counts the input of all pages of a context from their own events. `take` returns what came since, and begins anew. */
export async function recordInput(context: BrowserContext): Promise<{ take: () => Recording }> {
  let recording: Recording = { operators: { ...noOperators }, clicks: 0, keys: 0, way: 0 }
  /** What the right hand is at; a journey begins with it where it is used first. */
  let device: 'keyboard' | 'mouse' | undefined
  let pointer: { x: number; y: number } | undefined

  const goTo = (used: 'keyboard' | 'mouse') => {
    if (device !== undefined && device !== used) recording.operators.home += 1
    device = used
  }
  const count = {
    keydown: () => {
      goTo('keyboard')
      recording.keys += 1
      recording.operators.key += 1
    },
    pointerdown: ({ x, y }: InputEvent) => {
      goTo('mouse')
      recording.clicks += 1
      recording.operators.key += 1
      recording.operators.point += 1
      if (pointer) recording.way += Math.hypot(x - pointer.x, y - pointer.y)
      pointer = { x, y }
    },
    /** The file is pointed at and held in another window, brought here and let go. */
    drop: ({ x, y }: InputEvent) => {
      count.pointerdown({ type: 'pointerdown', x, y })
      recording.operators.key += 1
      recording.operators.point += 1
    },
  }
  await context.exposeFunction('recordInput', (event: InputEvent) => count[event.type](event))
  await context.addInitScript({ path: 'trials/desk/record-in-page.mjs' })
  return {
    take() {
      const taken = recording
      recording = { operators: { ...noOperators }, clicks: 0, keys: 0, way: 0 }
      device = undefined
      pointer = undefined
      return taken
    },
  }
}
