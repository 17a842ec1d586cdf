import { Component, type ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'

const reloadPage = () => location.reload()

/** Shows a page's failure to load in its place. Needs a key per page. */
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
        message="A part of it did not load."
        onRetry={reloadPage}
      />
    )
  }
}
