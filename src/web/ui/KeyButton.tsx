import { Button, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import type { KeyAction } from '#web/lib/key-table.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { ActionKbd } from './Kbd.tsx'

interface KeyButtonProps extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Its key is shown behind the text; none if several buttons have the action and this is not the first. */
  action: KeyAction | undefined
  renderRoot?: (props: Record<string, unknown>) => ReactNode
}

/** A button with the member's key of its action. */
export function KeyButton({ action, children, ...props }: KeyButtonProps) {
  const keyProps = useKeyProps()
  return (
    <Button {...(action && keyProps(action))} {...props}>
      {children} {action && <ActionKbd action={action} />}
    </Button>
  )
}
