import '#contract/zod-without-eval.ts'
import '#web/lib/pointer-guard.ts'
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AuthProvider } from '#web/session/AuthProvider.tsx'
import { isStorageAllowed } from '#web/lib/storage.ts'
import { watchActivity } from '#web/lib/activity.ts'
import { scrollToTopOnNavigation } from '#web/lib/use-scroll-restoration.ts'
import { UiProvider } from '#web/ui/UiProvider.tsx'
import { StaffRoutes } from './StaffRoutes.tsx'
import { theme, themeVariables } from './theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('the page has no root')

scrollToTopOnNavigation()
watchActivity()
createRoot(root).render(
  isStorageAllowed() ? (
    <StrictMode>
      <UiProvider theme={theme} cssVariables={themeVariables}>
        <AuthProvider>
          <StaffRoutes />
        </AuthProvider>
      </UiProvider>
    </StrictMode>
  ) : (
    <p role="alert">
      This browser stores nothing for this page: allow its cookies and site data, then load it again.
    </p>
  ),
)
