import { Button, type ButtonProps } from '@mantine/core'
import type { RefObject } from 'react'
import { notCopiedText, useCopy } from '#web/lib/use-copy.ts'
import { Icon } from './Icon.tsx'

interface CopyButtonProps extends ButtonProps {
  text: string
  label: string
  /** Shows the text; without it the text appears if it could not be copied. */
  shown?: RefObject<HTMLElement | null>
}

/** Says what came of it: where the browser refuses, the text is selected, to be copied by hand. */
export function CopyButton({ text, label, shown, ...props }: CopyButtonProps) {
  const { state, copy } = useCopy()
  return (
    <>
      <Button
        leftSection={<Icon name={state === 'copied' ? 'tick' : 'copy'} size={14} />}
        {...props}
        onClick={() => void copy(text, shown?.current)}
      >
        {state === 'copied' ? 'Copied' : label}
      </Button>
      {state === 'failed' && (
        <span className="row gap-6 danger small" role="alert">
          {notCopiedText}
          {!shown && (
            <input aria-label="Text to copy" readOnly value={text} ref={(input) => input?.select()} />
          )}
        </span>
      )}
    </>
  )
}
