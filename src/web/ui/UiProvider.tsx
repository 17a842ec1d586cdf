import { MantineProvider, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { ConfirmProvider } from './ConfirmDialog.tsx'
import css from './ToastCard.module.css'

interface UiProviderProps {
  theme: MantineThemeOverride
  variables: CSSVariablesResolver
  children: ReactNode
}

/** Theme, toasts and the confirm dialog for everything below; the scheme follows the device until one is chosen. */
export function UiProvider({ theme, variables, children }: UiProviderProps) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      withGlobalClasses={false}
    >
      <Notifications position="top-right" className={css.corner} />
      <ConfirmProvider>{children}</ConfirmProvider>
    </MantineProvider>
  )
}
