import { queryOptions, useQuery } from '@tanstack/react-query'
import { authCalls, type EmailLinkKind } from '@tradefront/contract/auth'
import type { TextKey } from '@tradefront/texts/keys'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { toErrorText } from '../../platform/api/error-text.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { useCallMutation } from '../../platform/api/use-call-mutation.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { paths } from '../../routes/paths.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

const words: Readonly<Record<EmailLinkKind, { lead: TextKey; confirm: TextKey; done: TextKey }>> = {
  prove: { lead: 'auth.email_prove_lead', confirm: 'auth.email_prove_confirm', done: 'auth.email_prove_done' },
  change: { lead: 'auth.email_change_lead', confirm: 'auth.email_change_confirm', done: 'auth.email_change_done' },
  undo: { lead: 'auth.email_undo_lead', confirm: 'auth.email_undo_confirm', done: 'auth.email_undo_confirm' },
}

/** Confirms a mailed link. Mail programs open links by themselves, so that only a press of the button counts. */
export function EmailLinkPanel({ token }: { readonly token: string }) {
  const t = useTranslate()
  return (
    <QueryView
      query={useQuery(getCheckQuery(token))}
      name={t('auth.email_link_title')}
      skeleton={<Skeleton className="h-32" />}
    >
      {(check) => (check instanceof ApiError ? <VoidLink refusal={check} /> : <EmailLink token={token} {...check} />)}
    </QueryView>
  )
}

function VoidLink({ refusal }: { readonly refusal: ApiError }) {
  const t = useTranslate()
  return (
    <div className="flex flex-col items-start gap-4">
      <Banner tone="warn" title={t('auth.reset_void_title')} isUrgent className="self-stretch">
        <p>{toErrorText(refusal)}</p>
        <p>{t('auth.email_undo_void')}</p>
      </Banner>
      <AccountLink />
    </div>
  )
}

function AccountLink() {
  const t = useTranslate()
  return (
    <a href={paths.trading(useLocaleTag())} className={buttonClass({ tone: 'primary' })}>
      {t('auth.to_account')}
    </a>
  )
}

type LinkProps = { readonly token: string; readonly kind: EmailLinkKind; readonly email: string }

function EmailLink({ token, kind, email }: LinkProps) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const apply = useCallMutation(authCalls.useEmailLink, {
    onSuccess: ({ reset }) => reset !== undefined && location.replace(paths.reset(lang, reset)),
    onError: () => undefined,
  })
  if (isRefusal(apply.error)) return <VoidLink refusal={apply.error} />
  const { lead, confirm, done } = words[kind]
  if (apply.isSuccess && apply.data.reset === undefined) {
    // The reply says what became of the bonus of a promo code that waited for the proof.
    const { bonus, bonus_message: reason = '' } = apply.data
    return (
      <div className="flex flex-col items-start gap-4">
        <Banner tone="success" ref={focusOnMount} className="self-stretch wrap-anywhere">
          <p>{t(done, { email })}</p>
          {bonus !== undefined && (
            <p>{bonus === 'credited' ? t('auth.bonus_credited') : t('auth.bonus_refused', { reason })}</p>
          )}
        </Banner>
        <AccountLink />
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

/** Loads what the link does, or why it does not work. */
function getCheckQuery(token: string) {
  const { data } = authCalls.checkEmailLink.body.safeParse({ token })
  // For any other text, the server's refusal is shown.
  const body = data ?? { token: 'x'.repeat(43) }
  return queryOptions<Omit<LinkProps, 'token'> | ApiError>({
    queryKey: callKey(authCalls.checkEmailLink, { body }),
    queryFn: async ({ signal }) => {
      try {
        const { kind, email } = await performCall(authCalls.checkEmailLink, { body, signal })
        if (kind === undefined || email === undefined) throw new Error('The reply has no address')
        return { kind, email }
      } catch (error) {
        if (isRefusal(error)) return error
        throw error
      }
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  })
}

function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 200
}

/** Focuses an element, because the button that had the focus is gone. */
function focusOnMount(element: HTMLDivElement | null): void {
  if (element === null) return
  element.tabIndex = -1
  element.focus()
}
