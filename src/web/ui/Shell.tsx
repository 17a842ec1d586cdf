import { useDisclosure, useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { useCallback, type ReactNode } from 'react'
import { Link } from 'wouter'
import { IconButton } from './IconButton.tsx'
import { Logo } from './Logo.tsx'
import { CloseMenuContext } from './close-menu-context.ts'
import { lazyDialog } from './lazy-dialog.tsx'
import css from './frame.module.css'
import { SidebarFoldContext } from './sidebar-fold.ts'

const MenuDrawer = lazyDialog(() => import('./MenuDrawer.tsx'), 'MenuDrawer')

interface ShellProps {
  brand: { name: string; tagline: string; href: string }
  /** NavTabs; absent on pages with tiles. */
  tabs?: ReactNode
  userMenu: ReactNode
  sidebar: ReactNode
  /** `fill`: window height, the table scrolls; `flow`: the page scrolls. */
  layout?: 'fill' | 'flow'
  notice?: ReactNode
  children: ReactNode
}

/** Top bar, sidebar (a drawer under 991 px, spec §2) and page. */
export function Shell({ brand, tabs, userMenu, sidebar, layout = 'fill', notice, children }: ShellProps) {
  const isNarrow = useMediaQuery('(max-width: 990.98px)', undefined, { getInitialValueInEffect: false })
  const [opened, menu] = useDisclosure(false)
  const close = useCallback(() => menu.close(), [menu])
  const [isFolded, setIsFolded] = useLocalStorage({
    key: 'sidebar-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
  })

  return (
    <CloseMenuContext value={close}>
      <div
        className={css.shell}
        data-layout={layout}
        data-tabs={tabs !== undefined || undefined}
        data-folded={(isFolded && !isNarrow) || undefined}
      >
        <header className={css.top}>
          <a className={css.skip} href="#main">
            Skip to content
          </a>
          {isNarrow && <IconButton icon="menu" label="Open menu" onClick={menu.open} className={css.open} />}
          <Link
            className={`row ${css.brand}`}
            href={brand.href}
            aria-label={`${brand.name} – ${brand.tagline}`}
          >
            <Logo name={brand.name} tagline={brand.tagline} />
          </Link>
          <div className={`row shrinkable push-end ${css.who}`}>{userMenu}</div>
        </header>
        {tabs && <div className={`shrinkable ${css.tabs}`}>{tabs}</div>}
        {isNarrow ? (
          <MenuDrawer title={brand.name} opened={opened} onClose={menu.close}>
            {sidebar}
          </MenuDrawer>
        ) : (
          <div className={css.side}>
            <SidebarFoldContext value={{ isFolded, toggle: () => setIsFolded(!isFolded) }}>
              {sidebar}
            </SidebarFoldContext>
          </div>
        )}
        <main className={`flex shrinkable ${css.main}`} id="main" tabIndex={-1}>
          {notice}
          {children}
        </main>
      </div>
    </CloseMenuContext>
  )
}
