import { createHashHistory, createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'

import { AccountScreen } from './account-screen.tsx'
import { ApprovalsScreen } from './approvals-screen.tsx'
import { DeskShell } from './desk-shell.tsx'
import { InvitationScreen } from './invitation-screen.tsx'
import { WithdrawalsScreen } from './withdrawals/withdrawals-screen.tsx'

const root = createRootRoute()
const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation/$secret',
  component: () => <InvitationScreen secret={invitation.useParams().secret} />,
})
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: DeskShell })
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/withdrawals' })
  },
})
const withdrawals = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals',
  component: () => <WithdrawalsScreen openId={null} />,
})
const withdrawal = createRoute({
  getParentRoute: () => shell,
  path: 'withdrawals/$id',
  component: () => <WithdrawalsScreen openId={withdrawal.useParams().id} />,
})
const approvals = createRoute({ getParentRoute: () => shell, path: 'approvals', component: ApprovalsScreen })
const account = createRoute({ getParentRoute: () => shell, path: 'account', component: AccountScreen })

export const deskRouter = createRouter({
  routeTree: root.addChildren([invitation, shell.addChildren([home, withdrawals, withdrawal, approvals, account])]),
  history: createHashHistory(),
})
