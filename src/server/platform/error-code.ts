/** The code of an error of Node or of its system, such as `ENOENT`; undefined where it has none. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** For a file or folder that may not be there, or be gone by now; throws what else went wrong. */
export const nullIfMissing = (error: unknown): null => {
  if (errorCode(error) === 'ENOENT') return null
  throw error
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)
