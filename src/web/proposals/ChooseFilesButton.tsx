import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { uploadAccept } from '#contract/documents.ts'
import { matchDroppedFiles } from './matching.ts'

/** Chooses files that are proposed as documents; they can be dropped anywhere as well. */
export function ChooseFilesButton() {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>Drop or choose PDFs</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={uploadAccept}
        aria-label="Documents"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          currentTarget.value = ''
          if (files.length > 0) void matchDroppedFiles(client, files)
        }}
      />
    </>
  )
}
