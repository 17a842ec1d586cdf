import type { CallError } from './call-error.ts'

/** Props of an `EmptyState` of kind `failure` for a failed read. */
export const failureProps = ({ message, requestId }: CallError, refetch: () => unknown) => ({
  message,
  requestId,
  onRetry: () => void refetch(),
})
