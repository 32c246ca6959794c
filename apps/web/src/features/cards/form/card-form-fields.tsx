import type { Country } from '@tradefront/contract/settings'
import type { CardForm } from '@tradefront/rules/cards/card-form'
import {
  cleanCardNumber,
  detectCardKind,
  formatCardNumberInput,
  formatCardNumber,
  formatAllowedLengths,
} from '@tradefront/rules/cards/card-number'
import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import { usStates } from '@tradefront/rules/cards/us-states'
import { useRef } from 'react'
import { type Control, type FieldError, useController, useWatch } from 'react-hook-form'

import { explainMessage } from '../../../platform/i18n/explanations.ts'
import { isLoadedText, type Translate, useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { CountryComboBox } from '../../../ui/fields/country-combo-box.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useCaret } from '../../../ui/hooks/use-caret.ts'
import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.tsx'

type FieldProps = { readonly control: Control<CardForm>; readonly isLocked: boolean }

/** The message is a text key from our rules or a text from the server. */
function toErrorText(t: Translate, error: FieldError | undefined, lengths = ''): string | undefined {
  const message = error?.message
  if (message === undefined || message === '') return undefined
  if (message === 'cards.invalid_length') return t('cards.invalid_length_explained', { lengths })
  return isLoadedText(message) ? explainMessage(message, t(message)) : message
}

export function CardNumberField({ control, isLocked }: FieldProps) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const { field, fieldState } = useController({ control, name: 'number', rules: { deps: 'code' } })
  const input = useRef<HTMLInputElement | null>(null)
  const setCaret = useCaret(input)
  const handleChange = (text: string): void => {
    const grouped = formatCardNumberInput(text, input.current?.selectionStart ?? text.length)
    setCaret(grouped.caret)
    field.onChange(cleanCardNumber(grouped.text))
  }
  const kind = detectCardKind(field.value)
  return (
    <TextField
      label={t('cards.number')}
      labelAside={
        <span className="text-13 text-muted">
          {kind === null ? t('cards.type_unknown') : (brandNames[kind.name] ?? kind.name)}
        </span>
      }
      value={formatCardNumber(field.value)}
      onChange={handleChange}
      onBlur={field.onBlur}
      inputRef={(element) => {
        input.current = element
        field.ref(element)
      }}
      error={toErrorText(t, fieldState.error, formatAllowedLengths(field.value, lang))}
      name="cardnumber"
      inputMode="numeric"
      autoComplete="cc-number"
      spellCheck={false}
      maxLength={40}
      dir="ltr"
      isTabular
      isDisabled={isLocked}
    />
  )
}

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  laser: 'Laser',
  visa_electron: 'Visa Electron',
  visa: 'Visa',
  mastercard: 'Mastercard',
  discover: 'Discover',
  maestro: 'Maestro',
}

export function CardholderField({ control, isLocked }: FieldProps) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control, name: 'holder' })
  return (
    <TextField
      label={t('cards.holder')}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={toErrorText(t, fieldState.error)}
      name="ccname"
      autoComplete="cc-name"
      autoCapitalize="words"
      spellCheck={false}
      maxLength={130}
      isDisabled={isLocked}
    />
  )
}

const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))
/** Most cards are valid for up to ten years, some for longer. */
const yearsAhead = 15

export function ExpiryFields({ control, isLocked, firstYear }: FieldProps & { readonly firstYear: number }) {
  const t = useTranslate()
  const month = useController({ control, name: 'month', rules: { deps: 'year' } })
  const year = useController({ control, name: 'year', rules: { deps: 'month' } })
  const years = Array.from({ length: yearsAhead + 1 }, (_, index) => String(firstYear + index))
  return (
    <>
      <Select
        label={t('cards.month')}
        options={months.map((id) => ({ id, label: id }))}
        value={month.field.value === '' ? null : month.field.value}
        placeholder={t('cards.month_placeholder')}
        onChange={month.field.onChange}
        onBlur={month.field.onBlur}
        buttonRef={month.field.ref}
        error={toErrorText(t, month.fieldState.error)}
        name="cc-exp-month"
        autoComplete="cc-exp-month"
        isDisabled={isLocked}
      />
      <Select
        label={t('cards.year')}
        options={years.map((id) => ({ id, label: id }))}
        value={year.field.value === '' ? null : year.field.value}
        placeholder={t('cards.year_placeholder')}
        onChange={year.field.onChange}
        onBlur={year.field.onBlur}
        buttonRef={year.field.ref}
        error={toErrorText(t, year.fieldState.error)}
        name="cc-exp-year"
        autoComplete="cc-exp-year"
        isDisabled={isLocked}
      />
    </>
  )
}

const codeLength = 4

export function SecurityCodeField({ control, isLocked }: FieldProps) {
  const t = useTranslate()
  const { field, fieldState } = useController({ control, name: 'code' })
  return (
    <SecurityCodeInput
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={toErrorText(t, fieldState.error)}
      isDisabled={isLocked}
    />
  )
}

export function SecurityCodeInput(
  props: Pick<TextFieldProps, 'value' | 'onChange' | 'onBlur' | 'inputRef' | 'error' | 'isDisabled' | 'className'>,
) {
  const t = useTranslate()
  return (
    <TextField
      {...props}
      label={t('cards.code')}
      help={t('cards.code_help')}
      onChange={(typed) => props.onChange(typed.replaceAll(/\D/g, '').slice(0, codeLength))}
      name="cvc"
      inputMode="numeric"
      autoComplete="cc-csc"
      spellCheck={false}
      dir="ltr"
      isTabular
    />
  )
}

/** Not ticked by default: a card is kept only if the trader chooses so. */
export function KeepCardField({ control, isLocked, savedCount }: FieldProps & { readonly savedCount: number }) {
  const t = useTranslate()
  const { field } = useController({ control, name: 'keep' })
  const isFull = savedCount >= maxSavedCards
  const note = isFull ? 'cards.keep_full' : field.value ? 'cards.keep_yes' : 'cards.keep_no'
  return (
    <Checkbox
      isSelected={field.value && !isFull}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      name="keep"
      isDisabled={isLocked || isFull}
    >
      <span className="flex flex-col">
        {t('cards.keep')}
        <span className="text-13 text-muted">{t(note, { count: maxSavedCards })}</span>
      </span>
    </Checkbox>
  )
}

export function BillingCountryFields({
  control,
  isLocked,
  countries,
}: FieldProps & { readonly countries: readonly Country[] }) {
  const t = useTranslate()
  const country = useController({ control, name: 'country' })
  const state = useController({ control, name: 'state' })
  const isUs = useWatch({ control, name: 'country' }) === 'US'
  return (
    <>
      <CountryComboBox
        label={t('cards.country')}
        field={country.field}
        countries={countries}
        locale={useLocaleTag()}
        error={toErrorText(t, country.fieldState.error)}
        emptyText={t('cards.country_empty')}
        name="country"
        autoComplete="billing country-name"
        isDisabled={isLocked}
        className={isUs ? '' : 'sm:col-span-2'}
      />
      {isUs && (
        <Select
          label={t('cards.state')}
          options={usStates.map(([id, label]) => ({ id, label }))}
          value={state.field.value === '' ? null : state.field.value}
          onChange={state.field.onChange}
          onBlur={state.field.onBlur}
          buttonRef={state.field.ref}
          error={toErrorText(t, state.fieldState.error)}
          placeholder={t('cards.state_placeholder')}
          name="state"
          autoComplete="billing address-level1"
          isDisabled={isLocked}
        />
      )}
    </>
  )
}
