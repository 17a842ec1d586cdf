export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** For a file or folder that may be missing; rethrows other errors. */
export const nullIfMissing = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
