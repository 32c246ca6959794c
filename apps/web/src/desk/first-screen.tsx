import { Navigate } from '@tanstack/react-router'

import { deskScreens, hasRole } from './navigation.ts'
import { useOperator } from './operator-context.ts'

/** Leads to the first screen of the menu that the operator's roles show. */
export function FirstScreen() {
  const { roles } = useOperator()
  const first = deskScreens.find((screen) => hasRole(roles, screen.roles))
  return <Navigate to={first?.to ?? '/account'} replace />
}
