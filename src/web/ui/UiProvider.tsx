import {
  MantineProvider,
  type CSSVariablesResolver,
  type MantineThemeOverride,
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import { useInsertionEffect, type ReactNode } from 'react'
import { useChunk } from '#web/lib/chunk.ts'
import { ConfirmProvider } from './confirm.tsx'
import { toastsChunk } from './toast.tsx'

interface UiProviderProps {
  theme: MantineThemeOverride
  cssVariables: CSSVariablesResolver
  children: ReactNode
}

/** Theme, toasts and confirm dialog. The colour scheme follows the device until one is chosen. */
export function UiProvider({ theme, cssVariables, children }: UiProviderProps) {
  const { Toasts } = useChunk(toastsChunk) ?? {}
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
      {Toasts && <Toasts />}
      <ConfirmProvider>{children}</ConfirmProvider>
    </MantineProvider>
  )
}

/**
 * Mantine's theme variables as a constructed style sheet; its own inline `<style>` is refused by the content security
 * policy.
 */
function createThemeStyleSheet(theme: MantineThemeOverride, variables: CSSVariablesResolver): CSSStyleSheet {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    convertCssVariables(deepMerge(defaultCssVariablesResolver(merged), variables(merged)), ':root'),
  )
  return sheet
}
