import { cardFieldByWireName, fromCardForm, type SavedCard } from '@tradefront/contract/domain/cards'
import { type CardField, cardFields, type CardForm, findCardFormErrors } from '@tradefront/rules/cards/card-form'
import { cleanCardNumber } from '@tradefront/rules/cards/card-number'
import { hasCardExpired } from '@tradefront/rules/cards/find-card-problem'
import { useQueryClient } from '@tanstack/react-query'
import CreditCard from 'lucide-react/icons/credit-card'
import { type Ref, Suspense, use, useImperativeHandle, useRef, useState } from 'react'
import { type Resolver, useForm } from 'react-hook-form'

import { ApiError } from '../../../platform/api/api-error.ts'
import { confirmAction } from '../../../platform/dialogs.ts'
import { getBootstrap } from '../../../platform/api/bootstrap.ts'
import { serverNow } from '../../../platform/clock.ts'
import { loadCountries } from '../../../platform/api/countries.ts'
import { toErrorText } from '../../../platform/api/error-text.ts'
import { useTranslate } from '../../../platform/i18n/i18n.ts'
import { showError, showToast } from '../../../platform/toasts.ts'
import { useUser } from '../../../platform/current-user.ts'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { overviewKey } from '../../deposits/api.ts'
import { removeCard, saveCard } from '../api.ts'
import {
  SecurityCodeField,
  ExpiryFields,
  CardholderField,
  CardNumberField,
  BillingCountryFields,
} from './card-form-fields.tsx'
import { formatCard } from '../../deposits/deposit-status.ts'
import { scrollElementIntoView } from '../../../ui/hooks/scroll-into-view.ts'
import type { CardDetails } from '../payment/card-in-memory.ts'

/** What the pay button asks the card for. */
export type CardSectionHandle = {
  /** The card typed and saved, 'saved' for the one that was saved before, null when something is wrong, which is said on screen. */
  readonly prepareCard: () => Promise<CardDetails | 'saved' | null>
}

type CardSectionProps = {
  readonly saved: SavedCard | null
  /** The detected country (spec: funding 2). */
  readonly country: string
  readonly isLocked: boolean
  readonly isLimited: boolean
  readonly ref: Ref<CardSectionHandle>
}

/** The card to pay with: the saved one, or the form. */
export function CardSection({ saved, ...props }: CardSectionProps) {
  const t = useTranslate()
  const [isReplacing, setReplacing] = useState(false)
  const showsSaved = saved !== null && !isReplacing
  return (
    <section aria-labelledby="funding-card" className="flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex min-h-6 items-baseline justify-between gap-4">
        <h2 id="funding-card" className="text-17 font-semibold">
          {t(showsSaved ? 'cards.saved' : 'cards.card')}
        </h2>
        {saved !== null && isReplacing && !props.isLocked && (
          <Button tone="plain" size="sm" onPress={() => setReplacing(false)}>
            {t('cards.keep')}
          </Button>
        )}
      </div>
      {showsSaved ? (
        <SavedCardRow saved={saved} {...props} onReplace={() => setReplacing(true)} />
      ) : (
        <Suspense fallback={<Skeleton className="h-64" label={t('cards.loading')} />}>
          <CardFormFields {...props} onSaved={() => setReplacing(false)} />
        </Suspense>
      )}
    </section>
  )
}

type CardPartProps = Omit<CardSectionProps, 'saved'>

function SavedCardRow(props: CardPartProps & { readonly saved: SavedCard; readonly onReplace: () => void }) {
  const t = useTranslate()
  const queries = useQueryClient()
  const [isRemoving, setRemoving] = useState(false)
  const { saved, isLocked, onReplace } = props
  const { brand, last4, month, year } = saved
  const isExpired = hasCardExpired({ month: Number(month), year: Number(year) }, serverNow())
  const warning = useRef<HTMLDivElement>(null)
  const ready = async () => {
    if (!isExpired) return 'saved'
    scrollElementIntoView(warning.current)
    showToast({ tone: 'bad', text: t('cards.saved_expired'), id: 'cards-fill' })
    return null
  }
  useImperativeHandle(props.ref, () => ({ prepareCard: ready }))
  const words = formatCard({ brand, last4 })

  const remove = async (): Promise<void> => {
    const yes = await confirmAction({
      title: t('cards.remove_title'),
      body: t('cards.remove_text', { card: words }),
      confirmLabel: t('cards.remove_yes'),
      cancelLabel: t('cards.remove_no'),
      isDanger: true,
    })
    if (!yes) return
    setRemoving(true)
    try {
      await removeCard()
      await queries.invalidateQueries({ queryKey: overviewKey })
      showToast({ tone: 'good', text: t('cards.removed') })
    } catch (error) {
      showError(error)
    } finally {
      setRemoving(false)
    }
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-field border border-line px-4 py-3">
        <CreditCard size={24} aria-hidden className="text-muted" />
        <div className="flex flex-1 basis-44 flex-col">
          <bdi dir="ltr" className="tabular font-medium">
            {words}
          </bdi>
          <span className="text-13 text-muted">
            {saved.firstName} {saved.lastName} · {t('cards.saved_until', { month, year })}
          </span>
        </div>
        {!isLocked && (
          <div className="flex gap-1">
            <Button tone="plain" size="sm" onPress={onReplace}>
              {t('cards.replace')}
            </Button>
            <Button tone="plain" size="sm" onPress={() => void remove()} isPending={isRemoving}>
              {t('cards.remove')}
            </Button>
          </div>
        )}
      </div>
      {isExpired && (
        <Banner tone="warn" ref={warning}>
          {t('cards.saved_expired')}
        </Banner>
      )}
    </>
  )
}

/** Errors beside the fields, the first of them focused in the order of the screen. */
const resolver: Resolver<CardForm> = (values) => {
  const found = findCardFormErrors(values, serverNow())
  const errors = cardFields.flatMap((field) => {
    const message = found[field]
    return message === undefined ? [] : [[field, { type: 'rule', message }] as const]
  })
  return errors.length === 0 ? { values, errors: {} } : { values: {}, errors: Object.fromEntries(errors) }
}

function CardFormFields({
  country,
  isLocked,
  isLimited,
  ref,
  onSaved,
}: CardPartProps & { readonly onSaved: () => void }) {
  const t = useTranslate()
  const user = useUser()
  const queries = useQueryClient()
  const countries = use(loadCountries())
  const year = new Date(serverNow()).getUTCFullYear()
  const [failure, setFailure] = useState<string | null>(null)
  const { control, handleSubmit, setError } = useForm<CardForm>({
    defaultValues: {
      number: '',
      holder: '',
      month: '01',
      year: String(year),
      code: '',
      country: countries.some(({ iso }) => iso === country) ? country : 'FR',
      state: '',
    },
    resolver,
    reValidateMode: 'onChange',
  })

  const save = async (form: CardForm): Promise<boolean> => {
    try {
      const reply = await saveCard(fromCardForm(form, { currency: user.currency, isLimited }))
      if (!reply.return) {
        setError('number', { type: 'server', message: reply.message ?? t('auth.server_error') }, { shouldFocus: true })
        return false
      }
      await queries.invalidateQueries({ queryKey: overviewKey })
      onSaved()
      return true
    } catch (error) {
      setFailure(toErrorText(error))
      if (error instanceof ApiError) {
        for (const [index, [field, message]] of toFieldErrors(error).entries()) {
          setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
        }
      }
      return false
    }
  }

  const showIncomplete = (): void => {
    showToast({ tone: 'bad', text: t('cards.fill_required'), id: 'cards-fill' })
  }
  const ready = async (): Promise<CardDetails | null> => {
    setFailure(null)
    let card: CardDetails | null = null
    await handleSubmit(async (form) => {
      const { month, code, holder } = form
      if (await save(form)) card = { number: cleanCardNumber(form.number), month, year: form.year, code, holder }
    }, showIncomplete)()
    return card
  }
  useImperativeHandle(ref, () => ({ prepareCard: ready }))

  return (
    <div className="flex flex-col gap-4">
      {failure !== null && (
        <Banner tone="bad" isUrgent ref={scrollElementIntoView}>
          {failure}
        </Banner>
      )}
      <CardNumberField control={control} isLocked={isLocked} />
      <CardholderField control={control} isLocked={isLocked} />
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-[1fr_1fr_1.4fr]">
        <ExpiryFields control={control} isLocked={isLocked} year={year} />
        <div className="max-sm:col-span-2">
          <SecurityCodeField control={control} isLocked={isLocked} />
        </div>
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <BillingCountryFields control={control} isLocked={isLocked} countries={countries} />
      </div>
      {getBootstrap().sandbox && <p className="text-13 text-muted">{t('cards.practice')}</p>}
    </div>
  )
}

/** What the server found wrong, in the order of the screen. */
function toFieldErrors({ fields }: ApiError): [CardField, string][] {
  const found = Object.entries(fields).flatMap(([wire, message]): [CardField, string][] => {
    const field = cardFieldByWireName[wire]
    return field === undefined ? [] : [[field, message]]
  })
  return found.toSorted(([one], [other]) => cardFields.indexOf(one) - cardFields.indexOf(other))
}
