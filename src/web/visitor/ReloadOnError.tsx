import { Component, useEffect, type ReactNode } from 'react'
import type { ShowToast, Toast } from './toast.ts'

/** ms after a reload in which another error is not answered by a reload. */
const RELOAD_PAUSE_MS = 10_000

/** What outlives the reload in the history entry, for browsers that keep nothing else. */
interface Reloaded {
  reloadedAt: number
  answer: Toast | null
}

const reloadedState = (): Reloaded | null => {
  const state: Partial<Reloaded> | null = history.state
  return state?.reloadedAt ? { reloadedAt: state.reloadedAt, answer: state.answer ?? null } : null
}

/** Shows once the answer that was shown before the page reloaded itself. */
export function useKeptAnswer(show: ShowToast) {
  useEffect(() => {
    const reloaded = reloadedState()
    if (!reloaded?.answer) return
    history.replaceState({ ...reloaded, answer: null }, '')
    show(reloaded.answer)
  }, [show])
}

interface ReloadOnErrorProps {
  /** The toast that is shown. */
  answer: Toast | null
  /** Shown while reloading, and where that did not help. */
  fallback: ReactNode
  children: ReactNode
}

/** Reloads the page after an error in rendering, such as one by a translator that moved its elements. */
export class ReloadOnError extends Component<ReloadOnErrorProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidCatch() {
    const last = reloadedState()
    if (last && Date.now() - last.reloadedAt < RELOAD_PAUSE_MS) return
    history.replaceState({ reloadedAt: Date.now(), answer: this.props.answer } satisfies Reloaded, '')
    location.reload()
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
