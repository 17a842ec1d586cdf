import { Component, type ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

const reloadPage = () => location.reload()

/** Keeps the frame where a page cannot be loaded, and says so in its place; give it a key for each page. */
export class PageErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        kind="failure"
        subject="The page"
        message="A part of it did not come."
        onRetry={reloadPage}
      />
    )
  }
}
