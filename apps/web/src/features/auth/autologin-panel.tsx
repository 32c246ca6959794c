import { profileCalls } from '@tradefront/contract/profile'
import { useEffect, useEffectEvent, useState } from 'react'

import { ApiError } from '../../platform/api/api-error.ts'
import { fetchBootstrap } from '../../platform/api/bootstrap.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { request } from '../../platform/api/request.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { parseReturnTarget, paths } from '../../routes/paths.ts'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { logIn, logInByLink } from './api.ts'
import type { AutologinRequest } from './autologin.ts'

type State =
  | { readonly kind: 'working' }
  /** `currentEmail` is that of another account that is logged in now. */
  | { readonly kind: 'asking'; readonly currentEmail: string | null }
  | { readonly kind: 'failed'; readonly text: string; readonly next: 'retry' | 'log_in' }

type AutologinPlan = { readonly kind: 'nothing' } | { readonly kind: 'go' } | Exclude<State, { kind: 'working' }>

async function planAutologin(autologin: AutologinRequest): Promise<AutologinPlan> {
  const isComplete = autologin.token !== '' || (autologin.email !== '' && autologin.password !== '')
  if (!isComplete) return { kind: 'nothing' }
  try {
    // A form posted by another site comes without cookies, so only this request shows who is logged in.
    const { user } = await fetchBootstrap()
    const currentEmail = user === null || user.email === autologin.email.toLowerCase() ? null : user.email
    return autologin.isOwnWish && currentEmail === null ? { kind: 'go' } : { kind: 'asking', currentEmail }
  } catch (error) {
    return { kind: 'failed', text: toErrorText(error), next: 'retry' }
  }
}

/** Logs in. It asks first if another site could have sent the request. */
export function AutologinPanel({ autologin }: { readonly autologin: AutologinRequest }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { redirect } = autologin
  const target = parseReturnTarget(/^[/#]/.test(redirect) ? redirect : `/${redirect}`)
  const [state, setState] = useState<State>({ kind: 'working' })

  const submitLogin = async (): Promise<void> => {
    try {
      if (autologin.token === '') await logIn(autologin.email, autologin.password)
      else await logInByLink(autologin.token)
      // This call must finish before the next page loads.
      if (autologin.mobile) await request(profileCalls.recordMobileSession, {}).catch(() => undefined)
      location.replace(paths.trading(lang, target))
    } catch (error) {
      const refusal = error instanceof ApiError && error.status === 200 ? error.code : null
      if (refusal === 'auth.login_error') return location.replace(paths.login(lang, target, 'refused'))
      // A link that was refused stays refused.
      setState({ kind: 'failed', text: toErrorText(error), next: refusal === null ? 'retry' : 'log_in' })
    }
  }
  const handlePress = (): void => {
    setState({ kind: 'working' })
    void submitLogin()
  }
  const applyPlan = useEffectEvent((plan: AutologinPlan): void => {
    if (plan.kind === 'nothing') return location.replace(paths.login(lang))
    if (plan.kind === 'go') return void submitLogin()
    setState(plan)
  })
  useEffect(() => {
    void planAutologin(autologin).then((plan) => applyPlan(plan))
  }, [autologin])

  if (state.kind === 'working') return <Skeleton className="h-32" label={t('auth.autologin_title')} />
  if (state.kind === 'failed') {
    const action =
      state.next === 'retry' ? (
        <Button onPress={handlePress}>{t('shell.retry')}</Button>
      ) : (
        <Button onPress={() => location.replace(paths.login(lang, target))}>{t('auth.log_in')}</Button>
      )
    return (
      <Banner tone="danger" isUrgent action={action}>
        {state.text}
      </Banner>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Banner tone="warn" title={t('auth.autologin_ask_title')} isUrgent>
        <p className="wrap-anywhere">
          {autologin.token === '' ? t('auth.autologin_ask', { email: autologin.email }) : t('auth.autologin_link_ask')}
        </p>
        {state.currentEmail !== null && (
          <p className="wrap-anywhere">{t('auth.autologin_other', { other: state.currentEmail })}</p>
        )}
      </Banner>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" onPress={handlePress}>
          {t('auth.autologin_go')}
        </Button>
        <Button onPress={() => location.replace(state.currentEmail === null ? paths.login(lang) : paths.trading(lang))}>
          {t('auth.autologin_no')}
        </Button>
      </div>
    </div>
  )
}
