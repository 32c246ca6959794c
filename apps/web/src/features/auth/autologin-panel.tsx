import { profileCalls } from '@tradefront/contract/profile'
import { useEffect, useEffectEvent, useState } from 'react'

import { fetchBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { logIn } from './api.ts'
import type { AutologinRequest } from './autologin.ts'

type State =
  | { readonly kind: 'working' }
  /** `other`: who is logged in now. */
  | { readonly kind: 'asking'; readonly other: string | null }
  | { readonly kind: 'failed'; readonly text: string }

type AutologinPlan = { readonly kind: 'nothing' } | { readonly kind: 'go' } | Exclude<State, { kind: 'working' }>

/** Whether to log in, ask first, or do nothing. */
async function planAutologin(autologin: AutologinRequest): Promise<AutologinPlan> {
  if (autologin.email === '' || autologin.password === '') return { kind: 'nothing' }
  try {
    // A page that another site posted came without cookies: only now is it known who is here.
    const { user } = await fetchBootstrap()
    const other = user === null || user.email === autologin.email.toLowerCase() ? null : user.email
    return autologin.isOwnWish && other === null ? { kind: 'go' } : { kind: 'asking', other }
  } catch (error) {
    return { kind: 'failed', text: toErrorText(error) }
  }
}

/** Logs in at once where it is the person's own wish; asks first where another site may have sent them. */
export function AutologinPanel(props: {
  readonly autologin: AutologinRequest
  readonly onDone: () => void
  readonly onNoInput: () => void
  readonly onRefused: () => void
  readonly onStay: (isLoggedIn: boolean) => void
}) {
  const t = useTranslate()
  const { autologin } = props
  const [state, setState] = useState<State>({ kind: 'working' })

  const submitLogin = async (): Promise<void> => {
    try {
      if ((await logIn(autologin.email, autologin.password)) !== null) return props.onRefused()
      // The session is marked before the next page looks at it.
      if (autologin.mobile) await request(profileCalls.recordMobileSession, {}).catch(() => undefined)
      props.onDone()
    } catch (error) {
      setState({ kind: 'failed', text: toErrorText(error) })
    }
  }
  const handlePress = (): void => {
    setState({ kind: 'working' })
    void submitLogin()
  }
  const applyPlan = useEffectEvent((plan: AutologinPlan): void => {
    if (plan.kind === 'nothing') return props.onNoInput()
    if (plan.kind === 'go') return void submitLogin()
    setState(plan)
  })
  useEffect(() => {
    void planAutologin(autologin).then((plan) => applyPlan(plan))
  }, [autologin])

  if (state.kind === 'working') return <Skeleton className="h-32" label={t('auth.autologin_title')} />
  if (state.kind === 'failed') {
    return (
      <Banner tone="bad" isUrgent action={<Button onPress={handlePress}>{t('shell.retry')}</Button>}>
        {state.text}
      </Banner>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warn" title={t('auth.autologin_ask_title')} isUrgent>
        <p className="wrap-anywhere">{t('auth.autologin_ask', { email: autologin.email })}</p>
        {state.other !== null && <p className="wrap-anywhere">{t('auth.autologin_other', { other: state.other })}</p>}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onPress={handlePress}>
          {t('auth.autologin_go')}
        </Button>
        <Button onPress={() => props.onStay(state.other !== null)}>{t('auth.autologin_no')}</Button>
      </div>
    </div>
  )
}
