import { type ReactNode, useEffect, useId, useRef } from 'react'

import { Button } from '../buttons/button.tsx'
import { RowsSkeleton } from '../feedback/skeleton.tsx'

/** A titled card with one line for each setting. `id` is for the title. */
export function SettingsGroup(props: {
  readonly id: string
  readonly title: string
  readonly lead?: string
  readonly children: ReactNode
}) {
  return (
    <section aria-labelledby={props.id} className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h2 id={props.id} className="text-17 font-semibold">
          {props.title}
        </h2>
        {props.lead !== undefined && <p className="text-13 text-muted">{props.lead}</p>}
      </div>
      <div className="divide-y divide-line rounded-card border border-line bg-surface">{props.children}</div>
    </section>
  )
}

/** Lines of a group that are being loaded. */
export function SettingsSkeleton({ count }: { readonly count: number }) {
  return (
    <div className="px-4 py-3 sm:px-6">
      <RowsSkeleton count={count} className="h-10" />
    </div>
  )
}

type SettingsRowProps = {
  readonly icon?: ReactNode
  readonly name: string
  readonly value: ReactNode
  /** Beside the value, e.g. whether it is confirmed. */
  readonly state?: ReactNode
}

/** @param action at its end @param children below it */
export function SettingsRow(props: SettingsRowProps & { readonly action?: ReactNode; readonly children?: ReactNode }) {
  const { icon, name, value, state, action, children } = props
  return (
    <div role="group" aria-label={name} className="flex flex-col px-4 sm:px-6">
      <div className="flex min-h-16 items-center gap-4 py-2.5">
        {icon !== undefined && (
          <span aria-hidden className="shrink-0 text-muted">
            {icon}
          </span>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <span className="text-13 text-muted">{name}</span>
          <span className="flex flex-wrap items-center gap-x-2 font-medium wrap-anywhere">
            {value}
            {state}
          </span>
        </div>
        {action}
      </div>
      {children}
    </div>
  )
}

/** A fact that cannot be changed here. */
export function FactRow({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <div className="flex min-h-12 items-center justify-between gap-4 px-4 py-2.5 sm:px-6">
      <dt className="text-muted">{name}</dt>
      <dd className="text-end font-medium wrap-anywhere">{value}</dd>
    </div>
  )
}

/** A row whose form opens below it. Its first field then gets the focus, which goes back to the button. */
export function ExpandingRow(
  props: SettingsRowProps & {
    readonly openLabel: string
    readonly closeLabel: string
    readonly isOpen: boolean
    readonly onOpenChange: (isOpen: boolean) => void
    /** Below the row while it is closed, e.g. what was saved. */
    readonly note?: ReactNode
    /** The form. */
    readonly children: ReactNode
  },
) {
  const { openLabel, closeLabel, isOpen, onOpenChange, note, children, ...row } = props
  const contentId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (!isOpen) {
      // Another row that was opened instead has the focus.
      if (document.activeElement === document.body) button.current?.focus()
      return
    }
    const field = content.current?.querySelector<HTMLInputElement>('input:not([hidden])')
    field?.focus()
    field?.select()
  }, [isOpen])
  const label = isOpen ? closeLabel : openLabel
  return (
    <SettingsRow
      {...row}
      action={
        <Button
          ref={button}
          tone="plain"
          size="sm"
          className="-me-3 shrink-0"
          aria-label={`${label}: ${row.name}`}
          aria-expanded={isOpen}
          aria-controls={contentId}
          onPress={() => onOpenChange(!isOpen)}
        >
          {label}
        </Button>
      }
    >
      <div id={contentId} ref={content} hidden={!isOpen && note === undefined} className="max-w-md pb-5">
        {isOpen ? children : note}
      </div>
    </SettingsRow>
  )
}

/** A row that is on or off. */
export function SwitchRow(props: {
  readonly icon?: ReactNode
  readonly name: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  const { icon, name, isOn, onChange } = props
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-4 px-4 py-2.5 sm:px-6">
      {icon !== undefined && (
        <span aria-hidden className="shrink-0 text-muted">
          {icon}
        </span>
      )}
      <span className="min-w-0 flex-1">{name}</span>
      <span className="relative h-6 w-11 shrink-0">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => onChange(target.checked)}
          className="peer absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 rounded-full bg-edge transition-colors peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-ink"
        />
        <span
          aria-hidden
          className="pointer-events-none absolute start-0.5 top-0.5 size-5 rounded-full bg-surface transition-all peer-checked:start-5.5"
        />
      </span>
    </label>
  )
}
