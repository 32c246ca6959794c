import { useNavigate } from '@tanstack/react-router'
import { authCalls } from '@tradefront/contract/auth'
import { toAccountName } from '@tradefront/contract/call'

import { performCall } from '../../platform/api/perform-call.ts'
import { useTaskMutation } from '../../platform/api/use-call-mutation.ts'
import { useUser } from '../../platform/current-user.ts'
import { switchAndReload } from '../../platform/shown-account.ts'
import { paths } from '../../routes/paths.ts'

/**
 * Returns a function that switches to the account that the page does not show. Without a real account, it leads to the form that opens one.
 */
export function useSwitchAccount(): { readonly switchAccount: () => void; readonly isPending: boolean } {
  const navigate = useNavigate()
  const { isPractice, hasRealAccount } = useUser()
  const account = toAccountName(!isPractice)
  const { mutate, isPending } = useTaskMutation(
    () => switchAndReload(() => performCall(authCalls.switchAccount, { body: { account } })),
    {},
  )
  return {
    switchAccount: () => (hasRealAccount ? mutate(undefined) : void navigate({ to: paths.show('real') })),
    isPending,
  }
}
