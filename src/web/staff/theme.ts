import {
  createTheme,
  type ButtonProps,
  type CheckboxProps,
  type CSSVariablesResolver,
  type DrawerRootProps,
  type InputProps,
  type InputWrapperProps,
  type MantineTheme,
  type MenuProps,
  type ModalRootProps,
  type NativeSelectProps,
} from '@mantine/core'
import { createElement } from 'react'
import { Icon } from '#web/ui/Icon.tsx'

/** CSS variables by variant: filled for the main action, red for deleting or submitting. */
const buttonVariants: Record<string, Record<string, string>> = {
  filled: {
    '--button-bg': 'var(--ink)',
    '--button-hover': 'var(--ink-hover)',
    '--button-color': 'var(--on-ink)',
    '--button-bd': '1px solid transparent',
  },
  default: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--text)',
    '--button-bd': '1px solid var(--line-strong)',
  },
  subtle: {
    '--button-bg': 'transparent',
    '--button-hover': 'var(--hover)',
    '--button-color': 'var(--text-2)',
    '--button-bd': '1px solid transparent',
  },
  danger: {
    '--button-bg': 'var(--surface)',
    '--button-hover': 'var(--red-tint)',
    '--button-color': 'var(--red-text)',
    '--button-bd': '1px solid var(--line-strong)',
  },
  submit: {
    '--button-bg': 'var(--red)',
    '--button-hover': 'var(--red-hover)',
    '--button-color': 'var(--on-red)',
    '--button-bd': '1px solid transparent',
  },
}

/** `xs` inside a row or a bar, `sm` in forms and toolbars, `lg` for a page's only submit. */
const buttonSizes: Record<string, Record<string, string>> = {
  xs: {
    '--button-height': 'var(--control-s)',
    '--button-padding-x': '10px',
    '--button-fz': 'var(--text-sm)',
  },
  sm: { '--button-height': 'var(--control)', '--button-padding-x': '12px', '--button-fz': 'var(--text-sm)' },
  lg: { '--button-height': '44px', '--button-padding-x': '18px', '--button-fz': '15px' },
}

/** Typed by props only: `Component.extend` would load every component with the first page. */
const defaults = <Props>(defaultProps: Partial<Props>) => ({ defaultProps })

const downArrow = createElement(Icon, { name: 'down', size: 14 })

/** Mantine with the product's tokens. Button variants: filled (ink), default, subtle, danger, submit (red). */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '10px', xl: '12px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--shadow-1)',
    sm: 'var(--shadow-1)',
    md: 'var(--shadow-2)',
    lg: 'var(--shadow-2)',
    xl: 'var(--shadow-3)',
  },
  focusRing: 'never',
  respectReducedMotion: true,
  components: {
    Button: {
      ...defaults<ButtonProps>({ variant: 'default' }),
      vars: (_theme: MantineTheme, props: ButtonProps) => ({
        root: {
          ...(buttonVariants[props.variant ?? 'default'] ?? buttonVariants.default),
          ...(buttonSizes[props.size ?? 'sm'] ?? buttonSizes.sm),
        },
      }),
    },
    Checkbox: defaults<CheckboxProps>({ size: 'xs', radius: 'sm' }),
    Input: defaults<InputProps>({ size: 'sm' }),
    InputWrapper: defaults<InputWrapperProps>({ withAsterisk: false }),
    NativeSelect: defaults<NativeSelectProps>({ rightSection: downArrow }),
    // Mantine's scroll lock uses an inline style, which the content security policy refuses; base.css locks instead.
    ModalRoot: defaults<ModalRootProps>({ radius: 'xl', shadow: 'xl', lockScroll: false }),
    DrawerRoot: defaults<DrawerRootProps>({ lockScroll: false }),
    Menu: defaults<MenuProps>({
      position: 'bottom-end',
      withinPortal: false,
      withInitialFocusPlaceholder: false,
    }),
  },
})

const colors = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--text-3)',
  '--mantine-color-placeholder': 'var(--text-3)',
  '--mantine-color-anchor': 'var(--link)',
  '--mantine-color-error': 'var(--red-text)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--text-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--focus)',
}

/** Mantine's colour variables set to the product's tokens, which cover both schemes. */
export const themeVariables: CSSVariablesResolver = () => ({ variables: {}, light: colors, dark: colors })
