import { queryOptions, useQuery } from '@tanstack/react-query'
import { authCalls, type EmailLinkKind } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const words: Readonly<Record<EmailLinkKind, { lead: TextKey; confirm: TextKey; done: TextKey }>> = {
  prove: { lead: 'auth.email_prove_lead', confirm: 'auth.email_prove_confirm', done: 'auth.email_prove_done' },
  change: { lead: 'auth.email_change_lead', confirm: 'auth.email_change_confirm', done: 'auth.email_change_done' },
  undo: { lead: 'auth.email_undo_lead', confirm: 'auth.email_undo_confirm', done: 'auth.email_undo_confirm' },
}

/** Mail programs open links by themselves, so that only a press of the button counts. */
export function EmailLinkPanel({ token }: { readonly token: string }) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const check = useQuery(getCheckQuery(token))
  const apply = useCallMutation(authCalls.useEmailLink, {
    onSuccess: ({ reset }) => reset !== undefined && location.replace(paths.reset(lang, reset)),
    onError: () => undefined,
  })
  if (check.isFetching) return <Skeleton className="h-32" label={t('shell.loading')} />
  const refusal = [apply.error, check.error].find((error) => error instanceof ApiError && error.status === 200)
  if (refusal !== undefined) {
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent className="self-stretch">
          <p>{toErrorText(refusal)}</p>
          <p>{t('auth.email_undo_void')}</p>
        </Banner>
        <a href={paths.trading(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('auth.to_account')}
        </a>
      </div>
    )
  }
  const { kind, email } = check.data ?? {}
  if (kind === undefined || email === undefined) {
    const retry = <Button onPress={() => void check.refetch()}>{t('shell.retry')}</Button>
    return (
      <Banner tone="danger" isUrgent action={retry}>
        {t('auth.email_link_failed')}
      </Banner>
    )
  }
  const { lead, confirm, done } = words[kind]
  if (apply.isSuccess && apply.data.reset === undefined) {
    // The bonus of a promo code that waited for the proof.
    const { bonus, bonus_message: reason = '' } = apply.data
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="success" ref={focusOnMount} className="self-stretch wrap-anywhere">
          <p>{t(done, { email })}</p>
          {bonus !== undefined && (
            <p>{bonus === 'credited' ? t('auth.bonus_credited') : t('auth.bonus_refused', { reason })}</p>
          )}
        </Banner>
        <a href={paths.trading(lang)} className={buttonClass({ tone: 'primary' })}>
          {t('auth.to_account')}
        </a>
      </div>
    )
  }
  return (
    <div className="flex flex-col items-stretch gap-4">
      {apply.isError && (
        <Banner tone="danger" isUrgent>
          {toErrorText(apply.error)}
        </Banner>
      )}
      <p className="text-muted">{t(lead)}</p>
      <p className="font-semibold wrap-anywhere">
        <bdi>{email}</bdi>
      </p>
      <Button
        tone="primary"
        size="lg"
        isWide
        isPending={apply.isPending || apply.isSuccess}
        onPress={() => apply.mutate({ body: { token } })}
      >
        {t(confirm)}
      </Button>
    </div>
  )
}

function getCheckQuery(token: string) {
  const { data } = authCalls.checkEmailLink.body.safeParse({ token })
  // The server words the refusal of any other text.
  const body = data ?? { token: 'x'.repeat(43) }
  return queryOptions({
    queryKey: callKey(authCalls.checkEmailLink, { body }),
    queryFn: ({ signal }) => performCall(authCalls.checkEmailLink, { body, signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  })
}

/** The button that had the focus is gone. */
function focusOnMount(element: HTMLDivElement | null): void {
  if (element === null) return
  element.tabIndex = -1
  element.focus()
}
