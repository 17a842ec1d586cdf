import { MantineProvider, type CSSVariablesResolver, type MantineThemeOverride } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useInsertionEffect, type ReactNode } from 'react'
import { ConfirmProvider } from './ConfirmDialog.tsx'
import { createThemeStyleSheet } from './theme-style-sheet.ts'
import css from './ToastCard.module.css'

interface UiProviderProps {
  theme: MantineThemeOverride
  cssVariables: CSSVariablesResolver
  children: ReactNode
}

/** Provides theme, toasts and the confirm dialog; the colour scheme follows the device until one is chosen. */
export function UiProvider({ theme, cssVariables, children }: UiProviderProps) {
  useInsertionEffect(() => {
    const sheet = createThemeStyleSheet(theme, cssVariables)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [theme, cssVariables])

  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Notifications position="top-right" className={css.corner} />
      <ConfirmProvider>{children}</ConfirmProvider>
    </MantineProvider>
  )
}
