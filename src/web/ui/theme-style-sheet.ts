import {
  convertCssVariables,
  deepMerge,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
  type CSSVariablesResolver,
  type MantineThemeOverride,
} from '@mantine/core'

/**
 * Mantine's variables for this theme as a constructed style sheet. Mantine itself would write an inline
 * `<style>`, which a strict content security policy refuses.
 */
export function createThemeStyleSheet(
  theme: MantineThemeOverride,
  variables: CSSVariablesResolver,
): CSSStyleSheet {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    convertCssVariables(deepMerge(defaultCssVariablesResolver(merged), variables(merged)), ':root'),
  )
  return sheet
}
