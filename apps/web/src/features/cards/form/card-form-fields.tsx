import type { Country } from '@tradefront/contract/settings'
import type { CardForm } from '@tradefront/rules/cards/card-form'
import { formatCardExpiry, parseCardExpiry } from '@tradefront/rules/cards/card-expiry'
import {
  cleanCardNumber,
  detectCardKind,
  formatCardNumberInput,
  formatCardNumber,
  formatAllowedLengths,
} from '@tradefront/rules/cards/card-number'
import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import { usStates } from '@tradefront/rules/cards/us-states'
import { useRef, useState } from 'react'
import { type Control, type FieldError, useController } from 'react-hook-form'

import { useFormat } from '../../../platform/i18n/format.ts'
import { explainMessage } from '../../../platform/i18n/explanations.ts'
import { isLoadedText, type Translate, useLocaleTag, useTranslate } from '../../../platform/i18n/i18n.ts'
import { CardMark, CodePlaceMark } from '../../../ui/brand/marks/card-marks.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { CountryComboBox } from '../../../ui/fields/country-combo-box.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { useCaret } from '../../../ui/hooks/use-caret.ts'
import { TextField, type TextFieldProps } from '../../../ui/fields/text-field.tsx'
import { cx } from '../../../ui/styles/cx.ts'

type FieldProps = { readonly control: Control<CardForm>; readonly isLocked: boolean }

/** Writes an error. Its message is a text key from our rules, or a text from the server. */
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
    const number = cleanCardNumber(grouped.text)
    field.onChange(number)
    // A whole number is checked as if the field was left.
    if (number.length >= Math.max(...(detectCardKind(number)?.lengths ?? [Infinity]))) field.onBlur()
  }
  const kind = detectCardKind(field.value)
  return (
    <TextField
      label={t('cards.number')}
      suffix={
        !isLocked && (
          <span className="flex items-center gap-1.5 pe-2 text-13 font-semibold text-ink">
            {(kind === null ? acceptedBrands : [kind.type ?? '']).map((brand) => (
              <CardMark key={brand} brand={brand} />
            ))}
            <span className={cx(kind === null && 'sr-only')}>
              {kind === null ? t('cards.type_unknown') : (brandNames[kind.name] ?? kind.name)}
            </span>
          </span>
        )
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

const acceptedBrands = ['visa', 'mastercard', 'maestro']

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

/** Field for month and year. */
export function ExpiryField({ control, isLocked }: FieldProps) {
  const t = useTranslate()
  const month = useController({ control, name: 'month', rules: { deps: 'year' } })
  const year = useController({ control, name: 'year', rules: { deps: 'month' } })
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement | null>(null)
  const setCaret = useCaret(input)
  const handleChange = (typed: string): void => {
    const shown = formatCardExpiry(typed, text)
    const caret = input.current?.selectionStart ?? typed.length
    setCaret(caret < typed.length ? caret : shown.length)
    const expiry = parseCardExpiry(shown)
    setText(shown)
    month.field.onChange(expiry.month)
    year.field.onChange(expiry.year)
    // `20` can be the start of a year with four digits.
    if (expiry.year !== '' && expiry.year !== '2020') handleBlur()
  }
  const handleBlur = (): void => {
    month.field.onBlur()
    year.field.onBlur()
  }
  return (
    <TextField
      label={t('cards.expiry')}
      placeholder={t('cards.expiry_placeholder')}
      value={text}
      onChange={handleChange}
      onBlur={handleBlur}
      inputRef={(element) => {
        input.current = element
        month.field.ref(element)
        year.field.ref(element)
      }}
      error={findError()}
      name="cc-exp"
      inputMode="numeric"
      autoComplete="cc-exp"
      spellCheck={false}
      maxLength={12}
      dir="ltr"
      isTabular
      isDisabled={isLocked}
    />
  )

  function findError(): string | undefined {
    const error = month.fieldState.error ?? year.fieldState.error
    const isChecked = error !== undefined || month.fieldState.isTouched
    return isChecked && text !== '' && month.field.value === '' ? t('cards.expiry_unclear') : toErrorText(t, error)
  }
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
      help={
        <span className="flex items-center gap-2">
          <CodePlaceMark />
          {t('cards.code_help')}
        </span>
      }
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

/** Choice to keep the card. It is not ticked by default: a card is kept only if the trader chooses so. */
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

/** Country of the card: one line, until the trader wants another country. Only cards of the United States have a state. */
export function BillingCountryFields({
  control,
  isLocked,
  countries,
}: FieldProps & { readonly countries: readonly Country[] }) {
  const t = useTranslate()
  const locale = useLocaleTag()
  const format = useFormat()
  const country = useController({ control, name: 'country' })
  const state = useController({ control, name: 'state' })
  const [isOpen, setOpen] = useState(false)
  const { value } = country.field
  const error = toErrorText(t, country.fieldState.error)
  const chosen = countries.find(({ iso }) => iso === value)
  if (!isOpen && error === undefined && chosen !== undefined && value !== 'US')
    return (
      <p className="flex flex-wrap items-center gap-x-2 text-muted">
        {t('cards.country_line', { country: format.region(value) ?? chosen.name })}
        <Button tone="plain" size="narrow" isDisabled={isLocked} onPress={() => setOpen(true)}>
          {t('cards.country_change')}
          <span className="sr-only"> {t('cards.country')}</span>
        </Button>
      </p>
    )
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <CountryComboBox
        label={t('cards.country')}
        field={country.field}
        countries={countries}
        locale={locale}
        error={error}
        words={{ none: t('cards.country_empty'), search: t('cards.country_search'), close: t('shell.close') }}
        name="country"
        autoComplete="billing country-name"
        isDisabled={isLocked}
        className={value === 'US' ? '' : 'sm:col-span-2'}
      />
      {value === 'US' && (
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
    </div>
  )
}
