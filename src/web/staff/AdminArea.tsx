import { Redirect, useLocation, useSearch } from 'wouter'
import { useAuth } from '#web/session/auth.ts'
import { StaffShell } from './StaffShell.tsx'

/** Everything below /admin needs a stored login (spec §2); after it one comes back here. */
export function AdminArea() {
  const { storedUser } = useAuth()
  const [path] = useLocation()
  const search = useSearch()
  if (!storedUser) return <Redirect to="/" replace state={{ from: path + (search && `?${search}`) }} />
  // Another member begins with nothing of what the last one saw.
  return <StaffShell key={storedUser.accessToken} />
}
