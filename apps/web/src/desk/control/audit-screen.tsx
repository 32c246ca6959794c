import { parseDate } from '@internationalized/date'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type AuditEntryView, auditFileRows, type AuditFilter, controlCalls } from '@tradefront/contract/desk-control'
import { emergencyActor } from '@tradefront/contract/operator-actions'
import Download from 'lucide-react/icons/download'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import Terminal from 'lucide-react/icons/terminal'
import { useState } from 'react'

import { performCall } from '../../platform/api/perform-call.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useLocaleTag, useTranslate } from '../../platform/i18n/i18n.ts'
import { QueryView } from '../../platform/query/query-view.tsx'
import { showError } from '../../platform/toasts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ComboBox } from '../../ui/fields/combo-box.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { ScreenTitle } from '../../ui/layout/screen-title.tsx'
import { ListTools } from '../list-tools.tsx'
import { describeAct } from '../traders/describe-event.ts'
import { auditQuery } from './api.ts'
import { auditActs } from './audit-acts.ts'
import { describeSubject } from './describe-subject.ts'

/** What operators have done and looked at. */
export function AuditScreen({ filter }: { readonly filter: AuditFilter }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const query = useInfiniteQuery(auditQuery(filter))
  return (
    <div className="flex flex-col gap-6">
      <ScreenTitle lead={t('desk_control.audit_lead')} aside={<FileButton filter={filter} />}>
        {t('desk_control.audit')}
      </ScreenTitle>
      <ChainCheck />
      <Filters filter={filter} onChange={(next) => void navigate({ to: '/audit', search: next, replace: true })} />
      <ListTools path="/audit" />
      <QueryView
        query={query}
        name={t('desk_control.audit')}
        skeleton={<Skeleton className="h-96" />}
        isEmpty={(entries) => entries.length === 0}
        empty={<EmptyState title={t('desk_control.no_entries')} />}
      >
        {(entries) => (
          <ol className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
            {entries.map((entry) => (
              <li key={entry.id} className="border-b border-line last:border-b-0">
                <Entry entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </div>
  )
}

function Filters({
  filter,
  onChange,
}: {
  readonly filter: AuditFilter
  readonly onChange: (next: AuditFilter) => void
}) {
  const t = useTranslate()
  const lang = useLocaleTag()
  const [typed, setTyped] = useState(() => toTyped(filter))
  const [seen, setSeen] = useState(filter)
  // Another one was opened, e.g. a saved view.
  if (seen !== filter) {
    setSeen(filter)
    setTyped(toTyped(filter))
  }
  const words = {
    open: t('desk_control.calendar'),
    previous: t('desk_control.month_before'),
    next: t('desk_control.month_after'),
  }
  // The same words can stand for two actions, e.g. of the desk and of the command.
  const acts = auditActs
    .map((id) => ({ id, label: describeAct(t, id) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const apply = () =>
    onChange({
      ...filter,
      operator: typed.operator.trim() || undefined,
      subject: typed.subject.trim() || undefined,
    })
  return (
    <form
      className="flex flex-wrap items-end gap-3 *:min-w-36 *:flex-1"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {(['operator', 'subject'] as const).map((name) => (
        <TextField
          key={name}
          label={t(`desk_control.filter_${name}`)}
          placeholder={t(`desk_control.filter_${name}_example`)}
          value={typed[name]}
          onChange={(text) => setTyped({ ...typed, [name]: text })}
          onBlur={apply}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
        />
      ))}
      <ComboBox
        label={t('desk_control.filter_action')}
        options={[{ id: anyAction, label: t('desk_control.any_action') }, ...acts]}
        value={filter.action ?? anyAction}
        onChange={(action) => onChange({ ...filter, action: action === anyAction ? undefined : action })}
        emptyText={t('desk_control.no_such_action')}
        toggleLabel={t('desk_control.show_actions')}
      />
      {(['from', 'to'] as const).map((name) => (
        <DateField
          key={name}
          label={t(`desk_control.filter_${name}`)}
          value={filter[name] === undefined ? null : parseDate(filter[name])}
          onChange={(day) => {
            onChange({ ...filter, [name]: day?.toString() })
            return true
          }}
          words={words}
          lang={lang}
        />
      ))}
      <Button type="submit" tone="primary">
        {t('desk_control.show')}
      </Button>
    </form>
  )
}

const anyAction = '-'
const toTyped = ({ operator = '', subject = '' }: AuditFilter) => ({ operator, subject })

function Entry({ entry }: { readonly entry: AuditEntryView }) {
  const t = useTranslate()
  const format = useFormat()
  const { operator, osUser, action, subject, reason, signedBy, before, after } = entry
  const about = describeSubject(t, subject)
  const values = [
    { id: 'before', name: t('desk_control.before'), value: before },
    { id: 'after', name: t('desk_control.after'), value: after },
  ].filter(({ value }) => value !== null && value !== undefined)
  return (
    <details className="group px-4 py-2.5">
      <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="w-48 shrink-0 text-13 text-muted tabular">{format.dateTimeWithSeconds(entry.atMs)}</span>
        <span className="font-medium wrap-anywhere sm:w-36">{operator}</span>
        <span className="flex min-w-48 flex-1 flex-wrap gap-x-2">
          <span>{describeAct(t, action)}</span>
          <span className="text-muted wrap-anywhere">{about.text}</span>
        </span>
        {signedBy.length > 0 && (
          <Fingerprint size={16} className="self-center text-up" aria-label={t('desk_control.signed')} />
        )}
        {operator === emergencyActor && (
          <Terminal size={16} className="self-center text-warn" aria-label={t('desk_control.emergency')} />
        )}
      </summary>
      <dl className="grid gap-x-4 gap-y-1 pt-2 text-13 sm:grid-cols-[10rem_1fr]">
        {reason !== null && <Fact name={t('desk.reason')}>“{reason}”</Fact>}
        {signedBy.length > 0 && <Fact name={t('desk_control.signers')}>{signedBy.join(', ')}</Fact>}
        {osUser !== null && (
          <Fact name={t('desk_control.emergency')}>{t('desk_control.by_command', { account: osUser })}</Fact>
        )}
        {values.map(({ id, name, value }) => (
          <Fact key={id} name={name}>
            {typeof value === 'string' ? value : JSON.stringify(value)}
          </Fact>
        ))}
        {about.to !== null && (
          <Fact name={t('desk_control.filter_subject')}>
            <Link to={about.to} className="text-accent-ink hover:underline">
              {t('desk.look')}
            </Link>
          </Fact>
        )}
        <Fact name={t('desk_control.entry')}>{entry.id}</Fact>
      </dl>
    </details>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  )
}

/** Compares all entries with their chain of hashes. With many entries, it takes some seconds. */
function ChainCheck() {
  const t = useTranslate()
  const check = useMutation({
    mutationFn: () => performCall(controlCalls.checkAudit, {}),
    onError: showError,
  })
  const found = check.data
  const button = (
    <Button isPending={check.isPending} onPress={() => check.mutate()}>
      {t('desk_control.check_chain')}
    </Button>
  )
  if (found === undefined) return <div>{button}</div>
  return found.faults === 0 ? (
    <Banner tone="success" title={t('desk_control.chain_holds', { number: found.holdsUpTo })} action={button} isUrgent>
      {t('desk_control.chain_open', { count: found.unlogged })}
    </Banner>
  ) : (
    <Banner tone="danger" action={button} isUrgent>
      {t('desk_control.chain_broken', { number: found.holdsUpTo, count: found.faults })}
    </Banner>
  )
}

/** Saves the entries of the filter as a file. */
function FileButton({ filter }: { readonly filter: AuditFilter }) {
  const t = useTranslate()
  const file = useMutation({
    mutationFn: () => performCall(controlCalls.exportAuditEntries, { query: filter }),
    onSuccess: ({ csv }) => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }))
      link.download = 'audit.csv'
      link.click()
      URL.revokeObjectURL(link.href)
    },
    onError: showError,
  })
  return (
    <span className="flex items-center gap-3">
      <span className="text-13 text-muted">{t('desk_control.download_note', { count: auditFileRows })}</span>
      <Button isPending={file.isPending} onPress={() => file.mutate()}>
        <Download size={18} aria-hidden />
        {t('desk_control.download')}
      </Button>
    </span>
  )
}
